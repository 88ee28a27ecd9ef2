import { type TierName, tierNames, titleOf } from '@utter/contracts/tiers'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Stack } from '../../ui/layout/text.tsx'
import { WaitingFeatures } from '../billing/feature-list.tsx'
import { WaitingFigure } from '../billing/price.tsx'
import {
  ButtonSlot,
  Calls,
  FeaturesSlot,
  PlanFigure,
  PlanFrame,
  PlanGrid,
  PlanHead,
  WaitingButton,
} from './plan-frame.tsx'

/** A hidden text as long as the sentence that will be here, so that it takes as many lines. */
const Unread = styled.span`
  visibility: hidden;
`
const Line = styled(Skeleton)`
  margin: 4px 0;
`

const unread = () => {
  const prices = [
    t('{price} a call on {plan}', { price: 'xx.xx', plan: titleOf('starter') }),
    t('{price} on {plan}', { price: 'xx.xx', plan: titleOf('creator') }),
    t('{price} on {plan}', { price: 'xx.xxx', plan: titleOf('pro') }),
  ].join(', ')
  const goOn = t('Paid plans keep working past their monthly calls: {prices}.', { prices })
  return [goOn, t('{plan} stops at its limit.', { plan: titleOf('free') })].join(' ')
}

/** Shown on narrow screens alone: elsewhere there is room for the features next to the rest. */
const WideFeatures = styled(Skeleton)`
  display: none;
  ${narrow} { display: block; height: 92px; }
`
const WideButton = styled(WaitingButton)`
  width: 116px;
  ${narrow} { width: 100%; }
`

/** The plans while they are read: their names are known, their figures are not. */
export const WaitingPlans = () => (
  <Stack $gap={24}>
    <Banner tone="plain">
      <b>{t('Overage billing.')}</b> <Unread aria-hidden="true">{unread()}</Unread>
    </Banner>
    <PlanGrid>
      {tierNames.map((name) => (
        <WaitingPlan key={name} tier={name} isWide={name === 'enterprise'} />
      ))}
    </PlanGrid>
  </Stack>
)

const WaitingPlan = ({ tier, isWide }: { tier: TierName; isWide: boolean }) => (
  <PlanFrame as="div" $isWide={isWide}>
    <div>
      <PlanHead>
        <h2>{titleOf(tier)}</h2>
      </PlanHead>
      <PlanFigure $isWide={isWide}>
        <WaitingFigure hasUnit={!isWide} />
      </PlanFigure>
    </div>
    <Calls $isWide={isWide}>
      <Line $width="128px" />
      <Line $width="96px" />
    </Calls>
    {isWide ? (
      <WideFeatures />
    ) : (
      <FeaturesSlot $isWide={false}>
        <WaitingFeatures tier={tier} />
      </FeaturesSlot>
    )}
    <ButtonSlot $isWide={isWide}>{isWide ? <WideButton /> : <WaitingButton />}</ButtonSlot>
  </PlanFrame>
)
