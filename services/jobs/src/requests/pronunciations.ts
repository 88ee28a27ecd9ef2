import { type Plan, planOf } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { forbidden } from '@utter/http/problem'

/** @throws Problem 403 on a plan without pronunciation lists */
export function checkPronunciations({ tier }: Pick<Identity, 'tier'>, plans: Plan[]): void {
  if (planOf(plans, tier).pronunciations) return
  const first = plans.find(({ pronunciations }) => pronunciations)?.name
  throw forbidden(
    `Pronunciation lists are available ${first ? `from the ${first} plan` : 'on no plan'}`,
    'plan_required',
  )
}
