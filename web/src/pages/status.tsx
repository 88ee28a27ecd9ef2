import { paths } from '@utter/contracts/screens'
import { StatusCards } from '../features/status/status-cards.tsx'
import { titles } from '../titles.ts'
import { Page } from '../ui/layout/page.tsx'

export const StatusPage = () => (
  <Page {...titles[paths.status]}>
    <StatusCards />
  </Page>
)
