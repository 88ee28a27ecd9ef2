import type { ShownChange } from '@utter/contracts/http/stripe'
import type { TierName } from '@utter/contracts/plans'
import { conflict } from '@utter/http/problem'
import type { ShownAmount, Wish } from '../../domain/subscription.ts'
import type { Payments } from '../../stripe/payments.ts'
import { type PriceChange, previewNow } from '../../stripe/subscriptions/preview-change.ts'

/** Time for which an amount that was shown can be confirmed. */
const maxAgeMs = 10 * 60_000

/** The amount is not, or no longer, the one that was shown: the page shows it anew, and asks again. */
export const amountChanged = () =>
  conflict('amount_changed', 'The amount of this change is no longer the one that was shown: confirm the new one')

type Confirmed = PriceChange & {
  tier: TierName
  isHigher: boolean
  /** A change that is under way: what is the same there was checked before. */
  underWay: Wish | undefined
}

/**
 * The amount at which a higher plan is paid, as it was shown and still is. Undefined where none was shown, or nothing is charged.
 * @throws Problem 409 where the change is not what was shown
 */
export async function confirmedAmount(
  payments: Pick<Payments, 'stripe'>,
  { tier, isHigher, underWay, ...change }: Confirmed,
  seen: ShownChange | undefined,
): Promise<ShownAmount | undefined> {
  if (!seen) return undefined
  const { amount, prorationDate } = seen
  if (seen.tier !== tier || (isHigher ? !prorationDate : amount > 0)) throw amountChanged()
  if (!isHigher || !prorationDate) return undefined
  const shown = { amount, prorationDate: new Date(prorationDate) }
  const isChecked = underWay?.priceId === change.priceId && isShownAlike(underWay, shown)
  if (!isChecked) await requireShown(payments, change, shown)
  return shown
}

/** Counted from the same time, which is of the present period and not long ago by Stripe's own clock, the amount must be the same. */
async function requireShown(
  { stripe }: Pick<Payments, 'stripe'>,
  change: PriceChange,
  { amount, prorationDate }: ShownAmount,
): Promise<void> {
  const { current_period_start: start, current_period_end: end } = change.item
  const at = prorationDate.getTime() / 1_000
  if (!Number.isInteger(at) || at < start || at > end) throw amountChanged()
  const [then, present] = await Promise.all([previewNow(stripe, change, prorationDate), previewNow(stripe, change)])
  const ageMs = (present.at?.getTime() ?? 0) - prorationDate.getTime()
  if (ageMs < 0 || ageMs > maxAgeMs || then.amount !== amount) throw amountChanged()
}

/** Whether a request may be part of a change that is under way: it was shown the same, or nothing. */
export const isShownAlike = ({ shown: first }: Wish, shown: ShownAmount | undefined): boolean =>
  shown === undefined ||
  (first?.amount === shown.amount && first.prorationDate.getTime() === shown.prorationDate.getTime())
