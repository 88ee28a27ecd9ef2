import { paths } from '@utter/contracts/screens'
import { SettingsCards } from '../features/settings/settings-cards.tsx'
import { screenTitle } from '../titles.ts'
import { Page } from '../ui/layout/page.tsx'

export const SettingsPage = () => (
  <Page {...screenTitle(paths.settings)}>
    <SettingsCards />
  </Page>
)
