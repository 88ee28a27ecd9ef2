import { monthOf } from '@utter/contracts/period'
import { planOf } from '@utter/contracts/plans'
import { unavailable } from '@utter/http/problem'
import { LRUCache } from 'lru-cache'
import type { LifecycleDeps } from '../deps.ts'
import { type Allowance, newAllowance } from '../domain/allowance/allowance.ts'
import { limitsOf } from '../domain/allowance/call-limits.ts'
import type { CallPeriod } from '../domain/allowance/past-segments.ts'
import { nextMonth, presentOf, rolled } from '../domain/allowance/periods.ts'

/** The allowance of an account. It is created on first need with the free plan: no billing state of it was consumed yet. */
export async function allowanceOf(deps: LifecycleDeps, userId: string, signedUpAt: Date): Promise<Allowance> {
  const allowance = await readOrCreate(deps, userId, signedUpAt)
  const { period, monthStart, periodEnd } = allowance
  deps.periods.set(userId, { period, ...(monthStart && { monthStart }), periodEnd })
  return allowance
}

async function readOrCreate(
  { allowances, plans, clock }: LifecycleDeps,
  userId: string,
  signedUpAt: Date,
): Promise<Allowance> {
  const there = await allowances.read(userId)
  if (there) return there
  await allowances.create(newAllowance(userId, planOf(plans, 'free'), signedUpAt, monthOf(signedUpAt, clock.now())))
  const made = await allowances.read(userId)
  if (!made) throw unavailable()
  return made
}

const accountsRemembered = 10_000
const rememberedMs = 60_000

export const createPeriods = (): LifecycleDeps['periods'] =>
  new LRUCache({ max: accountsRemembered, ttl: rememberedMs })

/**
 * The segment of an account that a call is taken from now; if its month is over, the next one is started. It may be
 * outdated: an update that takes a call has it in its filter, and the allowance is read when nothing matched.
 */
export async function periodOf(deps: LifecycleDeps, userId: string, signedUpAt: Date): Promise<CallPeriod> {
  const known = deps.periods.get(userId)
  return callPeriodOf(
    known && known.periodEnd > deps.clock.now() ? known : await presentAllowance(deps, userId, signedUpAt),
  )
}

/** The allowance of an account in the present month; if its month is over, the next one is started. */
export async function presentAllowance(deps: LifecycleDeps, userId: string, signedUpAt: Date): Promise<Allowance> {
  const { allowances, plans, clock } = deps
  for (;;) {
    const allowance = await allowanceOf(deps, userId, signedUpAt)
    const now = clock.now()
    if (allowance.periodEnd > now) return allowance
    const [limits, plan] = [limitsOf(allowance, plans), planOf(plans, allowance.tier)]
    const fields = rolled(allowance, limits, plan, nextMonth(allowance, signedUpAt, now))
    await allowances.roll(allowance, { ...fields, anchor: allowance.anchor ?? signedUpAt }, now)
  }
}

const callPeriodOf = ({ period, monthStart }: Pick<Allowance, 'period' | 'monthStart'>): CallPeriod => ({
  period,
  ...(monthStart && monthStart < period && { month: monthStart }),
})

/** The allowance of an account in the present month, with its plan. Writes nothing: without jobs the plan is free. */
export async function presentAccount({ allowances, plans, clock }: LifecycleDeps, userId: string, signedUpAt: Date) {
  const now = clock.now()
  const free = () => newAllowance(userId, planOf(plans, 'free'), signedUpAt, monthOf(signedUpAt, now))
  const allowance = (await allowances.read(userId)) ?? free()
  const plan = planOf(plans, allowance.tier)
  return { allowance, present: presentOf(allowance, limitsOf(allowance, plans), plan, signedUpAt, now), plan }
}
