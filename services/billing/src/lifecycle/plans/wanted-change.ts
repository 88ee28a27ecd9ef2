import type { Identity } from '@utter/http/identity'
import type { Deps } from '../../deps.ts'
import type { Payments } from '../../stripe/payments.ts'
import { refresh } from '../refresh.ts'
import type { Subscribed } from './change-plan.ts'
import { type WantedPlan, wantedPlan } from './wanted-plan.ts'

/**
 * The plan that a person wants, and the subscription that would have it, as Stripe has it now.
 * @returns `subscribed` undefined: the account pays nothing yet
 * @throws Problem as `wantedPlan` does
 */
export async function wantedChange(
  deps: Deps & { payments: Payments },
  { userId, tier: lastKnown }: Pick<Identity, 'userId' | 'tier'>,
  priceId: string | undefined,
): Promise<{ wanted: WantedPlan; subscribed: Subscribed | undefined }> {
  const account = await refresh(deps, userId)
  const wanted = await wantedPlan(deps.payments, account?.tier ?? lastKnown, priceId, deps.salesEmail)
  const id = account?.stripeSubscriptionId
  return { wanted, subscribed: account && id ? { ...account, stripeSubscriptionId: id } : undefined }
}
