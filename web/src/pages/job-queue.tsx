import { Page, Prose } from '../ui/page.tsx'

export function JobQueuePage() {
  return (
    <Page title="Job Queue" subtitle="View and manage all voice pipeline jobs">
      <Prose>
        This screen is in preparation: every job of your account, with search and a filter by status, will be listed
        here.
      </Prose>
    </Page>
  )
}
