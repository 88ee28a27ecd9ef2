import { paths } from '@utter/contracts/screens'
import { titles } from '../titles.ts'
import { Page, Prose } from '../ui/page.tsx'

export function LicensePage() {
  return (
    <Page {...titles[paths.license]}>
      <Prose>The text of the license is in preparation and will stand here.</Prose>
    </Page>
  )
}
