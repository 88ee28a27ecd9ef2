import { paths } from '@utter/contracts/screens'
import { titles } from '../titles.ts'
import { Page, Prose } from '../ui/page.tsx'

export function TermsPage() {
  return (
    <Page {...titles[paths.terms]}>
      <Prose>The full text of the terms is in preparation and will stand here.</Prose>
    </Page>
  )
}
