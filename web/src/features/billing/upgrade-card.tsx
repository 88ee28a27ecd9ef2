import { useQuery } from '@tanstack/react-query'
import type { UserView } from '@utter/contracts/http/account/user-view'
import { type TierName, tierNames, titleOf } from '@utter/contracts/tiers'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { DataList, DataRow } from '../../ui/data/data-list.tsx'
import { Card, CardBody, CardHead } from '../../ui/layout/card.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Sub } from '../../ui/layout/text.tsx'
import { isHigher, lineOf, nextTierUp } from '../plans/labels.ts'
import { samePlansQuery } from '../plans/queries.ts'
import { useMe } from '../session/me.ts'
import { isSold } from './plan-action.ts'
import { PlanButton } from './plan-button.tsx'
import { PlanChangeSlot } from './plan-change-slot.tsx'
import { useChangePlan } from './use-change-plan.ts'

const Name = styled.b`
  font-size: 14px;
  font-weight: 500;
  color: var(--fg);
`

/** The plans above the present one, each with its button: the next one without a look at the prices. */
export function UpgradeCard() {
  const { data: user } = useMe()
  return (
    <Card id="upgrade" aria-labelledby="upgrade-title">
      <CardHead>
        <hgroup>
          <h2 id="upgrade-title">{t('Upgrade')}</h2>
          {user && <p>{howItGoes(user)}</p>}
        </hgroup>
      </CardHead>
      {user && user.subscriptionTier !== 'enterprise' && (
        <CardBody>
          <HigherPlans user={user} />
        </CardBody>
      )}
    </Card>
  )
}

function howItGoes({ subscriptionTier: tier }: UserView): string {
  if (tier === 'enterprise') return t('You have the highest plan.')
  return isSold(tier)
    ? t('Changes at once. You see what is charged before you confirm it.')
    : t('Begins as soon as it is paid, with a billing period of its own.')
}

function HigherPlans({ user }: { user: UserView }) {
  const plans = useQuery(samePlansQuery)
  const change = useChangePlan()
  const { subscriptionTier: present } = user
  const higher = tierNames.filter((name) => isHigher(name, present))
  return (
    <>
      <Part query={plans} waiting={<WaitingRows tiers={higher} />} failure={t('The plans could not be read')}>
        {(offers) => (
          <DataList>
            {offers
              .filter(({ name }) => isHigher(name, present))
              .map((offer) => (
                <DataRow key={offer.name} name={<Name>{titleOf(offer.name)}</Name>}>
                  <Sub>{lineOf(offer)}</Sub>
                  <PlanButton
                    isSmall
                    offer={offer}
                    user={user}
                    change={change}
                    isQuick={offer.name === nextTierUp(present)}
                  />
                </DataRow>
              ))}
          </DataList>
        )}
      </Part>
      <PlanChangeSlot change={change} />
    </>
  )
}

/** On phones most plans take two lines. */
const WaitingLine = styled(Skeleton)`
  ${narrow} { margin: 14px 0; }
`
const WaitingButton = styled(Skeleton)`
  height: var(--h-sm);
`

const WaitingRows = ({ tiers }: { tiers: TierName[] }) => (
  <DataList>
    {tiers.map((name) => (
      <DataRow key={name} name={<Name>{titleOf(name)}</Name>}>
        <WaitingLine $width="220px" />
        <WaitingButton $width="128px" />
      </DataRow>
    ))}
  </DataList>
)
