import { type Plan, type TierName, tierNames, unlimited } from '@utter/contracts/plans'
import { counted } from '../../lib/format/counted.ts'
import { dollars } from '../../lib/format/money.ts'
import { t } from '../../lib/language/words.ts'

/** '$39', 'Custom'. */
export const priceOf = ({ price }: Plan): string => (price === null ? t('Custom') : dollars(price))

/** '5,000 calls', 'Unlimited calls'. */
export const callsOf = ({ apiCallsLimit }: Plan): string =>
  apiCallsLimit === unlimited ? t('Unlimited calls') : counted(apiCallsLimit, 'call')

/** 'then $0.04 per call', 'Hard limit', 'No overage': what a call past the plan's costs. */
export function overageOf({ overageEnabled, overagePrice, apiCallsLimit }: Plan): string {
  if (overageEnabled && overagePrice !== null) return t('then {price} per call', { price: dollars(overagePrice) })
  return apiCallsLimit === unlimited ? t('No overage') : t('Hard limit')
}

/** '$39 / month · 5,000 calls, then $0.04 each', 'Custom price · unlimited calls': a plan in one line. */
export function lineOf(plan: Plan): string {
  const { price, overageEnabled, overagePrice, apiCallsLimit } = plan
  const calls = apiCallsLimit === unlimited ? t('unlimited calls') : callsOf(plan)
  if (price === null) return t('Custom price · {calls}', { calls })
  if (!overageEnabled || overagePrice === null) return t('{price} / month · {calls}', { price: dollars(price), calls })
  return t('{price} / month · {calls}, then {overage} each', {
    price: dollars(price),
    calls,
    overage: dollars(overagePrice),
  })
}

/** Whether one plan is above another in the table. */
export const isHigher = (tier: TierName, than: TierName): boolean => tierNames.indexOf(tier) > tierNames.indexOf(than)

/** The plan that follows in the table; none after the last. */
export const nextTierUp = (tier: TierName): TierName | undefined => tierNames[tierNames.indexOf(tier) + 1]
