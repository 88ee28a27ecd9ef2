import { paths } from '@utter/contracts/screens'
import { VerifyCard } from '../features/verify/verify-card.tsx'
import { titles } from '../titles.ts'
import { Page } from '../ui/layout/page.tsx'

export const VerifyPage = () => (
  <Page {...titles[paths.verify]}>
    <VerifyCard />
  </Page>
)
