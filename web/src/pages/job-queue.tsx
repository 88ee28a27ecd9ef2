import { paths } from '@utter/contracts/screens'
import { titles } from '../titles.ts'
import { Page, Prose } from '../ui/page.tsx'

export function JobQueuePage() {
  return (
    <Page {...titles[paths.jobs]}>
      <Prose>
        This screen is in preparation: every job of your account, with search and a filter by status, will be listed
        here.
      </Prose>
    </Page>
  )
}
