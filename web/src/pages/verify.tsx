import { paths } from '@utter/contracts/screens'
import { VerifyCard } from '../features/verify/verify-card.tsx'
import { screenTitle } from '../titles.ts'
import { Page } from '../ui/layout/page.tsx'

export const VerifyPage = () => (
  <Page {...screenTitle(paths.verify)}>
    <VerifyCard />
  </Page>
)
