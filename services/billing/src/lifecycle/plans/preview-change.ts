import type { PlanChange } from '@utter/contracts/http/stripe'
import { previewNow, previewRenewal } from '../../stripe/subscriptions/preview-change.ts'
import { type ChangeDeps, possibleChange, type Subscribed } from './change-plan.ts'
import type { WantedPlan } from './wanted-plan.ts'

/** The amounts of a change of plan, by Stripe's own arithmetic. Nothing is changed. @throws Problem as `changePlan` does */
export async function previewChange(
  deps: ChangeDeps,
  present: Subscribed,
  { tier, priceId }: WantedPlan,
): Promise<PlanChange> {
  const { stripe } = deps.payments
  const { plan, behavior } = await possibleChange(deps, present, { tier, priceId })
  const { item, subscription } = plan
  const change = { subscription, item, priceId }
  const { cancelAt } = present
  const [now, next] = await Promise.all([
    behavior && previewNow(stripe, change),
    // Stripe has no renewal of a plan that ends.
    cancelAt ? undefined : previewRenewal(stripe, change),
  ])
  const { currency } = now ?? next ?? subscription
  return {
    tier,
    currency,
    now: now ? partsOf(now) : { amount: 0, tax: 0, discount: 0, credit: 0 },
    ...(now?.at && { prorationDate: now.at.toISOString() }),
    ...(next && {
      next: {
        ...{ amount: next.amount, tax: next.tax, discount: next.discount },
        at: new Date(item.current_period_end * 1_000).toISOString(),
      },
    }),
    ...(cancelAt && { endsAt: cancelAt.toISOString() }),
  }
}

const partsOf = ({ amount, tax, discount, credit }: PlanChange['now']) => ({ amount, tax, discount, credit })
