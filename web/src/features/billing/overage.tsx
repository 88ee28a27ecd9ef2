import { useQuery } from '@tanstack/react-query'
import type { UserView } from '@utter/contracts/http/account/user-view'
import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import { sumOf } from '../../lib/format/amount.ts'
import { counted } from '../../lib/format/counted.ts'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Sub } from '../../ui/layout/text.tsx'
import { overageOf } from '../plans/labels.ts'
import { usageQuery } from '../usage/queries.ts'

interface OverageProps {
  user: UserView
  /** Undefined until the plans are read. */
  offer: PlanOffer | undefined
}

/**
 * '$0.12 · 3 calls'; 'Hard limit' on a plan that sells none. Taken from the usage once it is read, which follows the
 * jobs, as the account itself does not.
 */
export function Overage({ user, offer }: OverageProps) {
  const { data: usage } = useQuery(usageQuery)
  const { overageCost, overageCallsUsed: calls } = usage ?? user
  if (!offer && calls === 0) return <Skeleton $width="88px" />
  if (offer && !offer.overageEnabled && calls === 0) return overageOf(offer)
  return (
    <span>
      {sumOf(overageCost)} <Sub>· {counted(calls, 'call')}</Sub>
    </span>
  )
}
