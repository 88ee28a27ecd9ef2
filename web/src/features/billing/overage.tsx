import { useQuery } from '@tanstack/react-query'
import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import type { UserView } from '@utter/contracts/http/user-view'
import { counted } from '../../lib/counted.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Sub } from '../../ui/text.tsx'
import { overageOf } from '../plans/words.ts'
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
      ${overageCost} <Sub>· {counted(calls, 'call')}</Sub>
    </span>
  )
}
