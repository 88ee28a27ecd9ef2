import { Page, Prose } from '../ui/page.tsx'

export function TermsPage() {
  return (
    <Page title="Terms of Service" subtitle="Last updated October 18, 2025">
      <Prose>The full text of the terms is in preparation and will stand here.</Prose>
    </Page>
  )
}
