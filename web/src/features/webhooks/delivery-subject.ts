import { type AccountWebhookType, accountWebhookTypes } from '@utter/contracts/http/notices/notice'
import type { DeliveryView } from '@utter/contracts/http/webhooks'
import { paths, workPath } from '@utter/contracts/screens'

/** Parts of My Account that show what messages about the account itself tell. */
const accountParts: Record<AccountWebhookType, string> = {
  'account.key_created': 'keys',
  'account.plan_changed': 'subscription',
  'account.payment_failed': 'subscription',
  'account.invoice_paid': 'invoices',
  'account.calls_used': 'usage',
  'account.spending_reached': 'usage',
}

/** The place of what a delivery is about, and the name of a job or a work; the account needs none. */
export function subjectOf({ jobId, workId, type }: DeliveryView): { name?: string; to: string } {
  if (workId) return { name: `${workId.slice(0, 8)}…`, to: workPath(workId) }
  const ofAccount = accountWebhookTypes.find((one) => one === type)
  if (ofAccount) return { to: `${paths.account}#${accountParts[ofAccount]}` }
  return { name: `${jobId?.slice(0, 8)}…`, to: `${paths.jobs}?job=${jobId}` }
}
