import { useQuery } from '@tanstack/react-query'
import type { UserView } from '@utter/contracts/http/account/user-view'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import { unlimited } from '@utter/contracts/plans'
import { paths } from '@utter/contracts/screens'
import styled from 'styled-components'
import { counted, grouped } from '../../lib/format/counted.ts'
import { dollars } from '../../lib/format/money.ts'
import { dayOf } from '../../lib/format/times.ts'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { LinkButton } from '../../ui/form/button.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { plansQuery } from '../plans/queries.ts'
import { useMe } from '../session/me.ts'
import { allowedOf, isAtSpendingLimit } from './figures.ts'
import { usageQuery } from './queries.ts'

/** As high as the banner, which otherwise would push all cards down. */
const Place = styled(Skeleton)`
  height: 58px;
  border-radius: var(--r-4);
  ${narrow} { height: 114px; }
`

/** Percent from which on the server warns. */
const warnedFrom = 80

/** Whether a warning is to be expected, before the usage itself is there. */
const mayBeWarned = ({ apiCallsUsed, apiCallsLimit, bonusCallsEarned }: UserView) =>
  apiCallsLimit !== unlimited && apiCallsUsed * 100 >= (apiCallsLimit + bonusCallsEarned) * warnedFrom

/** The consequence of so much use: a price for each call more, or a refusal. */
function meaningOf(
  usage: UsageView,
  overagePrice: number | null | undefined,
  isPastDue: boolean,
  limit: string,
): string {
  const isUsedUp = usage.warning === 100
  if (usage.spendingLimit !== null && isPastDue) {
    return isUsedUp
      ? t('New jobs are refused while an invoice is unpaid.')
      : t('Jobs stop at {limit} calls while an invoice is unpaid.', { limit })
  }
  if (usage.spendingLimit === null) {
    const day = dayOf(usage.periodEnd)
    return isUsedUp
      ? t('New jobs are refused until {day}.', { day })
      : t('Jobs stop at {limit} calls, until {day}.', { limit, day })
  }
  // The plans could not be read.
  if (typeof overagePrice !== 'number') return ''
  const price = dollars(overagePrice)
  return isUsedUp
    ? t('Each further one costs {price}.', { price })
    : t('Calls past {limit} cost {price} each.', { limit, price })
}

/** No call is left before the address is verified. */
const VerifyFirst = ({ limit }: { limit: number }) => (
  <Banner
    tone="failed"
    action={
      <LinkButton isSmall to={`${paths.account}#profile`}>
        {t('Open profile')}
      </LinkButton>
    }
  >
    <b>{t('All {calls} before your email address is verified are used.', { calls: counted(limit, 'call') })}</b>{' '}
    {t('New jobs are refused until you follow the link that was mailed to you.')}
  </Banner>
)

/** From 80 % of the month's calls on: the fact, what it means, and where to find more calls. */
export function UsageWarning() {
  const { data: usage, isError } = useQuery(usageQuery)
  const plans = useQuery(plansQuery)
  const { data: me } = useMe()
  const isWaiting = usage ? usage.warning !== null && plans.isPending : !isError && me && mayBeWarned(me)
  if (isWaiting) return <Place aria-hidden="true" />
  if (usage?.unverified?.left === 0) return <VerifyFirst limit={usage.unverified.limit} />
  const allowed = usage && allowedOf(usage)
  if (!usage?.warning || !allowed) return null

  const plan = plans.data?.find(({ name }) => name === usage.tier)
  const limit = grouped(allowed.limit)
  const isAtLimit = plan !== undefined && isAtSpendingLimit(usage, plan)
  const isPastDue = me?.subscriptionStatus === 'past_due'
  const isRefused = isAtLimit || (usage.warning === 100 && (isPastDue || usage.spendingLimit === null))
  return (
    <Banner
      tone={isRefused ? 'failed' : 'warning'}
      action={
        <LinkButton isSmall to={paths.pricing}>
          {t('See plans')}
        </LinkButton>
      }
    >
      {isAtLimit ? (
        <>
          <b>{t('Your spending limit of {limit} is reached.', { limit: dollars(usage.spendingLimit ?? 0) })}</b>{' '}
          {t('New jobs are refused until {day}.', { day: dayOf(usage.periodEnd) })}
        </>
      ) : (
        <>
          <b>
            {usage.warning === 100
              ? t('All {limit} calls of this month are used.', { limit })
              : t('{percent}% of this month’s calls are used.', { percent: Math.floor(allowed.percent) })}
          </b>{' '}
          {meaningOf(usage, plan?.overagePrice, isPastDue, limit)}
        </>
      )}
    </Banner>
  )
}
