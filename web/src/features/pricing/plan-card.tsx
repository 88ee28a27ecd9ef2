import type { UserView } from '@utter/contracts/http/account/user-view'
import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import { titleOf } from '@utter/contracts/tiers'
import { Check } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import styled from 'styled-components'
import { grouped } from '../../lib/format/counted.ts'
import { t } from '../../lib/language/words.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { FeatureList } from '../billing/feature-list.tsx'
import { isSold, planAction } from '../billing/plan-action.ts'
import { PlanButton } from '../billing/plan-button.tsx'
import type { ChangePlan } from '../billing/use-change-plan.ts'
import { callsOf, nextTierUp, overageOf, priceOf } from '../plans/labels.ts'
import { ButtonSlot, Calls, FeaturesSlot, PlanFigure, PlanFrame, PlanHead, WaitingButton } from './plan-frame.tsx'
import { PlanStatus } from './plan-status.tsx'

/** Next to the figure, and no higher: the tax stands below the month. */
const Unit = styled.small`
  display: inline-grid;
  line-height: 16px;
  &:has(span) { vertical-align: middle; }
`

interface PlanCardProps {
  offer: PlanOffer
  /** Null for a visitor, undefined until it is known. */
  user: UserView | null | undefined
  /** Chosen before the sign-up. */
  isChosen: boolean
  change: ChangePlan
}

/** A plan: price, calls, features, and its one action. */
export function PlanCard({ offer, user, isChosen, change }: PlanCardProps) {
  const badge = useId()
  const { name, price, tax } = offer
  const isWide = price === null
  const action = user === undefined ? undefined : planAction(name, user ?? undefined)
  const mark = action === 'current' ? 'current' : isChosen ? 'chosen' : undefined
  const frame = useShownFirst(isChosen && action !== undefined && action !== 'current')
  return (
    <PlanFrame ref={frame} aria-label={t('{plan} plan', { plan: titleOf(name) })} $mark={mark} $isWide={isWide}>
      <div>
        <PlanHead>
          <h2>{titleOf(name)}</h2>
          {mark && (
            <span id={badge}>
              {mark === 'current' ? (
                <Badge tone="accent">{t('Current plan')}</Badge>
              ) : (
                <Badge tone="cancelled" icon={Check}>
                  {t('Your choice')}
                </Badge>
              )}
            </span>
          )}
        </PlanHead>
        <PlanFigure $isWide={isWide}>
          {priceOf(offer)}
          {!isWide && (
            <Unit>
              {t('/ month')}
              {tax && <span>{` ${tax === 'added' ? t('plus tax') : t('without tax')}`}</span>}
            </Unit>
          )}
        </PlanFigure>
      </div>
      <Calls $isWide={isWide}>
        <b>{isWide ? callsOf(offer) : t('{calls} / month', { calls: callsOf(offer) })}</b>
        <span>{overageOf(offer)}</span>
      </Calls>
      <FeaturesSlot $isWide={isWide}>
        <FeatureList features={featuresOf(offer)} />
      </FeaturesSlot>
      <ButtonSlot $isWide={isWide}>
        {user && mark === 'current' && hasPlanStatus(user) && <PlanStatus user={user} />}
        {user === undefined ? (
          <WaitingButton />
        ) : (
          <PlanButton
            offer={offer}
            user={user ?? undefined}
            change={change}
            look={isNext(offer, user) ? 'primary' : 'secondary'}
            aria-describedby={mark && badge}
          />
        )}
      </ButtonSlot>
    </PlanFrame>
  )
}

/** The plan's features; behind its calls, how many of them come before the email is verified. */
function featuresOf({ features: [calls, ...others], unverifiedCalls }: PlanOffer): string[] {
  const before = unverifiedCalls && t('{calls} before your email is verified', { calls: grouped(unverifiedCalls) })
  return [calls, before, ...others].filter((one) => typeof one === 'string')
}

/** Whether the present plan has details besides its name. */
const hasPlanStatus = ({ subscriptionTier, subscriptionStatus }: UserView): boolean =>
  isSold(subscriptionTier) || subscriptionStatus !== 'active'

/** The one primary button: of the plan above the present one, and for a visitor of the first. */
const isNext = ({ name }: PlanOffer, user: UserView | null): boolean =>
  user ? nextTierUp(user.subscriptionTier) === name : name === 'free'

/**
 * Scrolls a card into view once and focuses its button: a person who is sent here finds the plan that was chosen
 * before.
 */
function useShownFirst(isShown: boolean) {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isShown) return
    frame.current?.scrollIntoView({ block: 'center' })
    frame.current?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true })
  }, [isShown])
  return frame
}
