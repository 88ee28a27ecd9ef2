import { paths } from '@utter/contracts/screens'
import { RequireUser } from '../features/session/require-user.tsx'
import { titles } from '../titles.ts'
import { Page, Prose } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export function AccountPage() {
  return (
    <Page {...titles[paths.account]}>
      <RequireUser waiting={<Skeleton $height={320} />}>
        <Prose>This screen is in preparation: your profile, subscription, usage and referrals will be kept here.</Prose>
      </RequireUser>
    </Page>
  )
}
