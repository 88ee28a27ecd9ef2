import { monthOf } from '@utter/contracts/period'
import { planOf } from '@utter/contracts/plans'
import { unavailable } from '@utter/http/problem'
import { LRUCache } from 'lru-cache'
import type { LifecycleDeps } from '../deps.ts'
import { type Allowance, newAllowance } from '../domain/allowance.ts'
import { limitsOf } from '../domain/call-limits.ts'
import { nextPeriod, rolled } from '../domain/past-periods.ts'

/** The allowance of an account. It is created on first need with the free plan: no billing state of it was consumed yet. */
export async function allowanceOf(deps: LifecycleDeps, userId: string, signedUpAt: Date): Promise<Allowance> {
  const allowance = await readOrCreate(deps, userId, signedUpAt)
  deps.periods.set(userId, { period: allowance.period, periodEnd: allowance.periodEnd })
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
 * The period of an account that a call of now is taken from; one that is over is rolled forward. It may be
 * outdated: an update that takes a call has it in its filter, and the allowance is read when nothing matched.
 */
export async function periodOf(deps: LifecycleDeps, userId: string, signedUpAt: Date): Promise<Date> {
  const { allowances, periods, plans, clock } = deps
  const known = periods.get(userId)
  if (known && known.periodEnd > clock.now()) return known.period
  for (;;) {
    const allowance = await allowanceOf(deps, userId, signedUpAt)
    const now = clock.now()
    if (allowance.periodEnd > now) return allowance.period
    const { anchor = signedUpAt } = allowance
    const fields = rolled(allowance, limitsOf(allowance, plans), nextPeriod(allowance, signedUpAt, now))
    await allowances.roll(allowance, { ...fields, anchor }, now)
  }
}
