import { paths } from '@utter/contracts/screens'
import { LegalText } from '../features/legal/legal-text.tsx'
import { terms } from '../features/legal/terms-text.tsx'
import { screenTitle } from '../titles.ts'
import { Page } from '../ui/layout/page.tsx'

export const TermsPage = () => (
  <Page {...screenTitle(paths.terms)}>
    <LegalText sections={terms} />
  </Page>
)
