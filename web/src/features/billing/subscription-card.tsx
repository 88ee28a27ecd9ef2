import { useQuery } from '@tanstack/react-query'
import type { UserView } from '@utter/contracts/http/account/user-view'
import { titleOf } from '@utter/contracts/tiers'
import styled from 'styled-components'
import { daysOf } from '../../lib/format/times.ts'
import { useIntent } from '../../lib/intents.ts'
import { t } from '../../lib/language/words.ts'
import { DataList, DataRow } from '../../ui/data/data-list.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { Card, CardBody, CardFoot, CardHead } from '../../ui/layout/card.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { priceOf } from '../plans/labels.ts'
import { plansQuery } from '../plans/queries.ts'
import { useMe } from '../session/me.ts'
import { BonusCallsLeft } from './bonus-calls-left.tsx'
import { FeatureList, WaitingFeatures } from './feature-list.tsx'
import { comesNext, trouble } from './labels.ts'
import { Overage } from './overage.tsx'
import { PaymentFailed } from './payment-failed.tsx'
import { mayManageBilling } from './plan-action.ts'
import { Price, WaitingFigure } from './price.tsx'
import { SubscriptionBadge } from './subscription-badge.tsx'
import { useChangePlan } from './use-change-plan.ts'

const Frame = styled(Card)`
  display: flex;
  flex-direction: column;

  /* Close below its title. */
  header + div { margin-top: -4px; }
  h3 { margin-bottom: 8px; font-size: 13px; font-weight: 500; color: var(--fg-3); }
`

const Body = styled(CardBody)`
  flex: 1;
  align-content: start;
`

/** The plan, what it costs, and what comes after it. */
export function SubscriptionCard() {
  const { data: user } = useMe()
  return (
    <Frame id="subscription" aria-labelledby="subscription-title">
      <CardHead>
        <h2 id="subscription-title">{t('Subscription')}</h2>
        {user && <SubscriptionBadge status={user.subscriptionStatus} />}
      </CardHead>
      {user && <Subscription user={user} />}
    </Frame>
  )
}

function Subscription({ user }: { user: UserView }) {
  const plans = useQuery(plansQuery)
  const offer = plans.data?.find(({ name }) => name === user.subscriptionTier)
  const failed = trouble(user)
  const next = comesNext(user)
  return (
    <>
      <Body $gap={12}>
        {failed && <PaymentFailed text={failed} />}
        <Part
          query={plans}
          waiting={
            <Price as="div">
              <WaitingFigure hasUnit />
            </Price>
          }
          failure={t('The plans could not be read')}
        >
          {() =>
            offer && (
              <Price>
                {priceOf(offer)}
                <small>{offer.price === null ? titleOf(offer.name) : `${t('/ month')} · ${titleOf(offer.name)}`}</small>
              </Price>
            )
          }
        </Part>
        <DataList>
          <DataRow isTight name={t('Billing period')}>
            {daysOf(user.billingPeriodStart, user.billingPeriodEnd)}
          </DataRow>
          {next && (
            <DataRow isTight name={t('What comes next')}>
              {next}
            </DataRow>
          )}
          <DataRow isTight name={t('Overage')}>
            <Overage user={user} offer={offer} />
          </DataRow>
          <DataRow isTight name={t('Bonus calls left')}>
            <BonusCallsLeft />
          </DataRow>
        </DataList>
        {(offer || plans.isPending) && (
          <div>
            <h3>{t('Plan features')}</h3>
            {offer ? <FeatureList features={offer.features} /> : <WaitingFeatures tier={user.subscriptionTier} />}
          </div>
        )}
      </Body>
      {mayManageBilling(user) && <ManageBilling isEnding={user.cancelAt !== undefined} />}
    </>
  )
}

/** @param isEnding the plan was cancelled, and can be kept until it ends */
function ManageBilling({ isEnding }: { isEnding: boolean }) {
  const change = useChangePlan()
  useIntent('manage-billing', () => change.openPortal('billing'))
  return (
    <CardFoot>
      {isEnding && (
        <SubmitButton
          isFull
          type="button"
          {...change.stateOf('keep')}
          busyText={t('Processing...')}
          onClick={() => change.openPortal('keep')}
        >
          {t('Keep my plan')}
        </SubmitButton>
      )}
      <SubmitButton
        look="secondary"
        isFull
        type="button"
        {...change.stateOf('billing')}
        busyText={t('Processing...')}
        onClick={() => change.openPortal('billing')}
      >
        {t('Manage billing')}
      </SubmitButton>
    </CardFoot>
  )
}
