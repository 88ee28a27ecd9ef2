import { paths } from '@utter/contracts/screens'
import { StatusCards } from '../features/status/status-cards.tsx'
import { screenTitle } from '../titles.ts'
import { Page } from '../ui/layout/page.tsx'

export const StatusPage = () => (
  <Page {...screenTitle(paths.status)}>
    <StatusCards />
  </Page>
)
