import { useQuery } from '@tanstack/react-query'
import type { Plan } from '@utter/contracts/plans'
import { t } from '../../lib/language/words.ts'
import { plansQuery } from '../plans/queries.ts'
import { useMe } from '../session/me.ts'

/** The batches of the account's plan. `isKnown` also where the plans cannot be read: the server decides then. */
export function useBatchesPlan() {
  const { data: plans, isError } = useQuery(plansQuery)
  const { data: me } = useMe()
  const plan = plans?.find(({ name }) => name === me?.subscriptionTier)
  return {
    isKnown: plans !== undefined || isError,
    plan,
    hasBatches: plan?.batch !== 0,
    /** Why there are none, and where they are to be had; empty while it is not known. */
    sentence: plans ? sentenceOf(plans) : '',
  }
}

function sentenceOf(plans: readonly Pick<Plan, 'name' | 'batch'>[]): string {
  const first = plans.find(({ batch }) => batch > 0)
  if (!first) return t('No plan has batches.')
  return t('A batch sends many texts at once. Batches are available from the {plan} plan, with {size} lines each.', {
    plan: first.name,
    size: first.batch,
  })
}
