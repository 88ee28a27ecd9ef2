import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import { type Plan, unlimited } from '@utter/contracts/plans'
import { titleOf } from '@utter/contracts/tiers'
import { locale } from '../../lib/format/locale.ts'
import { dollars } from '../../lib/format/money.ts'
import { t } from '../../lib/language/words.ts'
import { madeOnce } from '../../lib/made-once.ts'
import { Banner } from '../../ui/layout/banner.tsx'

const listed = madeOnce(() => new Intl.ListFormat(locale(), { type: 'unit' }))

/** The price of a call past the monthly ones on each plan, and the plans that stop there. */
export function OverageBanner({ offers }: { offers: PlanOffer[] }) {
  const prices = offers
    .flatMap(({ name, overageEnabled, overagePrice }) =>
      overageEnabled && overagePrice !== null ? [[dollars(overagePrice), titleOf(name)] as const] : [],
    )
    .map(([price, plan], index) =>
      index === 0 ? t('{price} a call on {plan}', { price, plan }) : t('{price} on {plan}', { price, plan }),
    )
  const stopping = offers.filter(stops).map(({ name }) => t('{plan} stops at its limit.', { plan: titleOf(name) }))
  return (
    <Banner tone="plain">
      <b>{t('Overage billing.')}</b>{' '}
      {prices.length > 0
        ? t('Paid plans keep working past their monthly calls: {prices}.', { prices: listed().format(prices) })
        : t('No plan sells calls past its own.')}{' '}
      {stopping.join(' ')}
    </Banner>
  )
}

const stops = ({ overageEnabled, apiCallsLimit }: Plan): boolean => !overageEnabled && apiCallsLimit !== unlimited
