import { paths } from '@utter/contracts/screens'
import { SettingsCards } from '../features/settings/settings-cards.tsx'
import { titles } from '../titles.ts'
import { Page } from '../ui/layout/page.tsx'

export const SettingsPage = () => (
  <Page {...titles[paths.settings]}>
    <SettingsCards />
  </Page>
)
