import { paths } from '@utter/contracts/screens'
import { SettingsCards } from '../features/settings/settings-cards.tsx'
import { titles } from '../titles.ts'
import { LinkButton } from '../ui/form/button.tsx'
import { Page } from '../ui/layout/page.tsx'

export const SettingsPage = () => (
  <Page {...titles[paths.settings]} aside={<LinkButton to={paths.status}>Status</LinkButton>}>
    <SettingsCards />
  </Page>
)
