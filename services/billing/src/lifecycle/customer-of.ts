import type { Identity } from '@utter/http/identity'
import { unauthorized } from '@utter/http/problem'
import { failpoint } from '@utter/runtime/failpoint'
import type { Deps } from '../deps.ts'
import { isMissing, underKey } from '../stripe/client.ts'
import type { Payments } from '../stripe/payments.ts'

/**
 * The account's customer at Stripe, made at its first checkout and once: the account's document has it before anything is sold to it.
 * @param instead of a customer that Stripe does not have
 * @throws Problem 401 for an account that was deleted
 */
export async function customerOf(
  { subscriptions, erasure }: Pick<Deps, 'subscriptions' | 'erasure'>,
  { stripe }: Payments,
  { userId, signedUpAt }: Identity,
  instead?: string,
): Promise<string> {
  if (await erasure.isDeleted(userId)) throw unauthorized()
  await subscriptions.begin(userId, new Date(signedUpAt))
  if (instead) await subscriptions.forgetCustomer(userId, instead)
  const present = (await subscriptions.read(userId))?.stripeCustomerId
  if (present) return present
  // Within a day the same key would give the lost one again.
  const idempotencyKey = instead ? `customer:${userId}:${instead}` : `customer:${userId}`
  const { id } = await stripe.customers.create({ metadata: { userId } }, underKey(idempotencyKey))
  failpoint('customer-made')
  const saved = await subscriptions.saveCustomer(userId, id)
  if (saved && !(await erasure.isDeleted(userId))) return saved
  // Deleted meanwhile: its erasure may have been too early to find this customer.
  await stripe.customers.del(id).catch((error) => {
    if (!isMissing(error)) throw error
  })
  throw unauthorized()
}
