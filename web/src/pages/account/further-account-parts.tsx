import { ApiKeysCard } from '../../features/api-keys/api-keys-card.tsx'
import { AuditCard } from '../../features/audit/audit-card.tsx'
import { UpgradeCard } from '../../features/billing/upgrade-card.tsx'
import { DeleteAccountCard } from '../../features/delete-account/delete-account-card.tsx'
import { ExportDataCard } from '../../features/export-data/export-data-card.tsx'
import { InvoicesCard } from '../../features/invoices/invoices-card.tsx'
import { NotificationsCard } from '../../features/notices/notifications-card.tsx'
import { OwnVoicesCard } from '../../features/own-voices/own-voices-card.tsx'
import { ProfileCard } from '../../features/profile/profile-card.tsx'
import { PronunciationsCard } from '../../features/pronunciations/pronunciations-card.tsx'
import { ReferralsCard } from '../../features/referrals/referrals-card.tsx'
import { SecurityCard } from '../../features/security/security-card.tsx'
import { PasswordQuestion } from '../../features/session/password-question.tsx'
import { WebhookCard } from '../../features/webhooks/webhook-card.tsx'
import { useAnchor } from '../../lib/hooks/use-anchor.ts'

/** Parts of My Account below the first window, in their order. */
export const FurtherAccountParts = () => (
  <>
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
  </>
)

/** Next to the last part: before it the page is too short to go to one. */
function Anchor() {
  useAnchor()
  return null
}
