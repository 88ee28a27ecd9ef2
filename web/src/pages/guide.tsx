import { paths } from '@utter/contracts/screens'
import { titles } from '../titles.ts'
import { Page, Prose } from '../ui/page.tsx'

export function GuidePage() {
  return (
    <Page {...titles[paths.guide]}>
      <Prose>
        This screen is in preparation: a quick start, the API with examples, rate limits and troubleshooting will be
        explained here.
      </Prose>
    </Page>
  )
}
