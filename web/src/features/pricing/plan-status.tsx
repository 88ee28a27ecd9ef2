import type { UserView } from '@utter/contracts/http/account/user-view'
import styled from 'styled-components'
import { daysOf } from '../../lib/format/times.ts'
import { t } from '../../lib/language/words.ts'
import { Caption } from '../../ui/layout/text.tsx'
import { comesNext } from '../billing/labels.ts'
import { SubscriptionBadge } from '../billing/subscription-badge.tsx'

const Lines = styled.div`
  display: grid;
  justify-items: start;
  gap: 6px;
  margin-bottom: 12px;
`

/** The state of a paid plan, on its card: the billing period, and anything that is not as usual. */
export function PlanStatus({ user }: { user: UserView }) {
  const { subscriptionStatus: status, billingPeriodStart, billingPeriodEnd } = user
  const next = comesNext(user)
  return (
    <Lines>
      {status !== 'active' && <SubscriptionBadge status={status} />}
      <Caption>
        {t('Billing period {days}', { days: daysOf(billingPeriodStart, billingPeriodEnd) })}
        {next && (
          <>
            <br />
            {next}
          </>
        )}
      </Caption>
    </Lines>
  )
}
