import { monthOf } from '@utter/contracts/period'
import { planOf } from '@utter/contracts/plans'
import { unavailable } from '@utter/http/problem'
import { LRUCache } from 'lru-cache'
import type { LifecycleDeps } from '../deps.ts'
import { type Allowance, newAllowance } from '../domain/allowance/allowance.ts'
import { limitsOf, withCallLimit } from '../domain/allowance/call-limits.ts'
import { freeCallsTaken } from '../domain/allowance/free-calls.ts'
import type { CallPeriod } from '../domain/allowance/past-segments.ts'
import { nextMonth, noPeriod, presentMonth, presentOf, rolled } from '../domain/allowance/periods.ts'
import { untilChanged } from './until-changed.ts'

/** The anchor of an account's months on the free plan, and the deleted accounts whose calls of the month count for it. */
export type Start = { signedUpAt: Date; continues?: string[] | undefined }

/** The allowance of an account. It is created on first need with the free plan: no billing state of it was consumed yet. */
export async function allowanceOf(deps: LifecycleDeps, userId: string, start: Start): Promise<Allowance> {
  const allowance = await readOrCreate(deps, userId, start)
  const { period, monthStart, periodEnd, continued } = allowance
  deps.periods.set(userId, { period, ...(monthStart && { monthStart }), periodEnd, ...(continued && { continued }) })
  return allowance
}

async function readOrCreate(deps: LifecycleDeps, userId: string, start: Start): Promise<Allowance> {
  const { allowances, plans, clock } = deps
  const { signedUpAt, continues } = start
  const there = await allowances.read(userId)
  if (there && (!continues || there.continued)) return there
  if (continues) await goOn(deps, userId, { signedUpAt, continues })
  else
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
export async function periodOf(deps: LifecycleDeps, userId: string, start: Start): Promise<CallPeriod> {
  const known = deps.periods.get(userId)
  const isValid = known && known.periodEnd > deps.clock.now() && (known.continued || !start.continues)
  return callPeriodOf(isValid ? known : await presentAllowance(deps, userId, start))
}

/** The allowance of an account in the present month; if its month is over, the next one is started. */
export async function presentAllowance(deps: LifecycleDeps, userId: string, start: Start): Promise<Allowance> {
  const { allowances, plans, clock } = deps
  for (;;) {
    const allowance = await allowanceOf(deps, userId, start)
    const now = clock.now()
    if (allowance.periodEnd > now) return allowance
    const [limits, plan] = [limitsOf(allowance, plans), planOf(plans, allowance.tier)]
    const fields = rolled(allowance, limits, plan, nextMonth(allowance, start.signedUpAt, now))
    await allowances.roll(allowance, { ...fields, anchor: allowance.anchor ?? start.signedUpAt }, now)
  }
}

/** recipe 18: the calls that deleted accounts of the same mailbox took in this month count for an account on the free plan, once. */
export async function goOn(
  deps: LifecycleDeps,
  userId: string,
  { signedUpAt, continues }: Start & { continues: string[] },
): Promise<void> {
  const { allowances, plans } = deps
  const calls = await callsOfDeleted(deps, continues)
  await untilChanged(async () => {
    const allowance = await presentAllowance(deps, userId, { signedUpAt })
    if (allowance.continued) return true
    const limits = limitsOf(allowance, plans)
    // Calls that were taken of the free plan lower no paid one.
    const isFree = allowance.tier === 'free'
    const taken = isFree ? calls : 0
    return allowances.changeLimits(allowance, {
      ...withCallLimit({ ...limits, carriedCalls: limits.carriedCalls + taken }),
      continued: { accounts: isFree ? continues : [], calls: taken, month: presentMonth(allowance) },
    })
  })
}

/** Each is closed before it is read, so that no call is taken later which nobody counts. */
async function callsOfDeleted({ allowances, plans, clock }: LifecycleDeps, accounts: string[]): Promise<number> {
  const now = clock.now()
  const closed: Allowance[] = []
  for (const userId of accounts) {
    // A request that was let in before the deletion may be its first.
    await allowances.create(newAllowance(userId, planOf(plans, 'free'), undefined, noPeriod))
    const allowance = await allowances.close(userId, now)
    if (allowance) closed.push(allowance)
  }
  const within = new Set(closed.flatMap(({ continued }) => continued?.accounts ?? []))
  return closed.filter(({ _id }) => !within.has(_id)).reduce((sum, one) => sum + freeCallsTaken(one, plans, now), 0)
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
