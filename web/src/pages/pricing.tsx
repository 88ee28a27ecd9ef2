import { paths } from '@utter/contracts/screens'
import { titles } from '../titles.ts'
import { Page, Prose } from '../ui/page.tsx'

export function PricingPage() {
  return (
    <Page {...titles[paths.pricing]}>
      <Prose>
        This screen is in preparation: the five plans, with their calls, prices and answers to common questions, will be
        compared here.
      </Prose>
    </Page>
  )
}
