import { paths } from '@utter/contracts/screens'
import { Requests } from '../../features/requests/requests-card.tsx'
import { RequireUser } from '../../features/session/require-user.tsx'
import { screenTitle } from '../../titles.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Stack } from '../../ui/layout/text.tsx'

export function RequestsPage() {
  return (
    <Page {...screenTitle(paths.requests)}>
      <RequireUser waiting={<Skeleton $height={320} />}>
        <Stack>
          <Requests />
        </Stack>
      </RequireUser>
    </Page>
  )
}
