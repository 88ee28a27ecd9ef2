import { paths } from '@utter/contracts/screens'
import styled from 'styled-components'
import { ApiKeysCard } from '../features/api-keys/api-keys-card.tsx'
import { AuditCard } from '../features/audit/audit-card.tsx'
import { CheckoutDone } from '../features/billing/checkout-done.tsx'
import { SubscriptionCard } from '../features/billing/subscription-card.tsx'
import { UpgradeCard } from '../features/billing/upgrade-card.tsx'
import { DeleteAccountCard } from '../features/delete-account/delete-account-card.tsx'
import { ExportDataCard } from '../features/export-data/export-data-card.tsx'
import { InvoicesCard } from '../features/invoices/invoices-card.tsx'
import { NotificationsCard } from '../features/notices/notifications-card.tsx'
import { OwnVoicesCard } from '../features/own-voices/own-voices-card.tsx'
import { ProfileCard } from '../features/profile/profile-card.tsx'
import { PronunciationsCard } from '../features/pronunciations/pronunciations-card.tsx'
import { ReferralsCard } from '../features/referrals/referrals-card.tsx'
import { SecurityCard } from '../features/security/security-card.tsx'
import { PasswordQuestion } from '../features/session/password-question.tsx'
import { RequireUser } from '../features/session/require-user.tsx'
import { UsageCard } from '../features/usage/usage-card.tsx'
import { UsageWarning } from '../features/usage/usage-warning.tsx'
import { WebhookCard } from '../features/webhooks/webhook-card.tsx'
import { accountParts } from '../lib/account-parts.ts'
import { useAnchor } from '../lib/hooks/use-anchor.ts'
import { medium } from '../theme.ts'
import { titles } from '../titles.ts'
import { LinkButton } from '../ui/form/button.tsx'
import { Contents } from '../ui/layout/contents.tsx'
import { Later } from '../ui/layout/later.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { Stack } from '../ui/layout/text.tsx'

/** The contents beside the parts, where the window leaves them room. */
const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 136px;
  gap: 32px;
  @media (max-width: 1279px) {
    grid-template-columns: minmax(0, 1fr);
    > nav { display: none; }
  }
`

const TwoThirds = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
  gap: 16px;
  ${medium} { grid-template-columns: minmax(0, 1fr); }
`

export function AccountPage() {
  return (
    <Page {...titles[paths.account]} aside={<LinkButton to={paths.requests}>Requests</LinkButton>}>
      <RequireUser waiting={<Skeleton $height={320} />}>
        <Columns>
          <Parts />
          <Contents sections={accountParts} />
        </Columns>
      </RequireUser>
    </Page>
  )
}

/** Each part has data of its own: one that could not be read leaves the others standing. */
const Parts = () => (
  <Stack>
    <CheckoutDone />
    <UsageWarning />
    <TwoThirds>
      <UsageCard />
      <SubscriptionCard />
    </TwoThirds>
    <Later>
      <UpgradeCard />
      <InvoicesCard />
      <ReferralsCard />
      <OwnVoicesCard />
      <PronunciationsCard />
      <ApiKeysCard />
      <ProfileCard />
      <SecurityCard />
      <NotificationsCard />
      <WebhookCard />
      <AuditCard />
      <ExportDataCard />
      <DeleteAccountCard />
      <PasswordQuestion />
      <Anchor />
    </Later>
  </Stack>
)

/** Next to the last part: before it the page is too short to go to one. */
function Anchor() {
  useAnchor()
  return null
}
