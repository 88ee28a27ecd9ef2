import { paths } from '@utter/contracts/screens'
import { LegalText } from '../features/legal/legal-text.tsx'
import { license } from '../features/legal/license-text.ts'
import { screenTitle } from '../titles.ts'
import { Page } from '../ui/layout/page.tsx'

export const LicensePage = () => (
  <Page {...screenTitle(paths.license)}>
    <LegalText sections={license} />
  </Page>
)
