import { RequireUser } from '../features/session/require-user.tsx'
import { Page, Prose } from '../ui/page.tsx'

export function AccountPage() {
  return (
    <RequireUser>
      <Page title="My Account">
        <Prose>This screen is in preparation: your profile, subscription, usage and referrals will be kept here.</Prose>
      </Page>
    </RequireUser>
  )
}
