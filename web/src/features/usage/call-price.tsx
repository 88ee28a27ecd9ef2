import { useQuery } from '@tanstack/react-query'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import type { Plan } from '@utter/contracts/plans'
import { paths } from '@utter/contracts/screens'
import { counted } from '../../lib/format/counted.ts'
import { dollars } from '../../lib/format/money.ts'
import { t } from '../../lib/language/words.ts'
import { TextLink } from '../../ui/layout/text.tsx'
import { samePlansQuery } from '../plans/queries.ts'
import { useMe } from '../session/me.ts'
import { allowedOf, isAtSpendingLimit } from './figures.ts'
import { usageQuery } from './queries.ts'
import { useLiveUsage } from './use-live-usage.ts'

/** Price of the next call, said before the press; for a visitor that it costs one. */
export const CallPrice = () => (useMe().data ? <OwnPrice /> : t('Costs 1 call'))

function OwnPrice() {
  useLiveUsage()
  const { data: usage } = useQuery(usageQuery)
  const plans = useQuery(samePlansQuery)
  const plan = plans.data?.find(({ name }) => name === usage?.tier)
  if (!usage) return t('Costs 1 call')
  if (plan && !plan.overageEnabled && allowedOf(usage)?.left === 0)
    return (
      <>
        {t('No calls left.')} <TextLink to={paths.pricing}>{t('See plans')}</TextLink>
      </>
    )
  if (plan && isAtSpendingLimit(usage, plan))
    return (
      <>
        {t('Your spending limit is reached.')} <TextLink to={`${paths.account}#usage`}>{t('Change it')}</TextLink>
      </>
    )
  return priceOfNext(usage, plan)
}

/** @returns the sentence before a press that is taken: 'Costs 1 of 98 calls left', or the price beyond them */
export function priceOfNext(usage: UsageView, plan: Pick<Plan, 'overagePrice'> | undefined): string {
  const left = allowedOf(usage)?.left
  if (left === undefined) return t('Costs 1 call')
  if (left > 0) return t('Costs 1 of {calls} left', { calls: counted(left, 'call') })
  return plan?.overagePrice ? t('Costs {price}, overage', { price: dollars(plan.overagePrice) }) : t('Costs 1 call')
}
