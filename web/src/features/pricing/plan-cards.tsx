import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import { useSearchParams } from 'react-router-dom'
import { PlanChangeSlot } from '../billing/plan-change-slot.tsx'
import { useChangePlan } from '../billing/use-change-plan.ts'
import { useMe } from '../session/me.ts'
import { PlanCard } from './plan-card.tsx'
import { PlanGrid } from './plan-frame.tsx'

/** The plans as sold; `?plan=` marks the one that a visitor had chosen. */
export function PlanCards({ offers }: { offers: PlanOffer[] }) {
  const me = useMe()
  const change = useChangePlan()
  const [search] = useSearchParams()
  const chosen = search.get('plan')
  const user = me.isPending ? undefined : (me.data ?? null)
  return (
    <>
      <PlanGrid>
        {offers.map((offer) => (
          <PlanCard key={offer.name} offer={offer} user={user} isChosen={offer.name === chosen} change={change} />
        ))}
      </PlanGrid>
      <PlanChangeSlot change={change} />
    </>
  )
}
