import { Page, Prose } from '../ui/page.tsx'

export function SettingsPage() {
  return (
    <Page title="Settings">
      <Prose>This screen is in preparation: the running configuration will be shown here, read-only.</Prose>
    </Page>
  )
}
