import { paths } from '@utter/contracts/screens'
import { titles } from '../titles.ts'
import { Page, Prose } from '../ui/page.tsx'

export function SettingsPage() {
  return (
    <Page {...titles[paths.settings]}>
      <Prose>This screen is in preparation: the running configuration will be shown here, read-only.</Prose>
    </Page>
  )
}
