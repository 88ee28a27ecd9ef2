import { Page } from '../ui/page.tsx'

export function DashboardPage() {
  return (
    <Page title="Dashboard" subtitle="Real-time monitoring of voice pipeline jobs">
      {null}
    </Page>
  )
}
