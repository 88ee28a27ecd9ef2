import { Page, Prose } from '../ui/page.tsx'

export function LicensePage() {
  return (
    <Page title="License">
      <Prose>The text of the license is in preparation and will stand here.</Prose>
    </Page>
  )
}
