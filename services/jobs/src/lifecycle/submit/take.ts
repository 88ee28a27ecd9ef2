import { sellsOverage } from '@utter/contracts/calls'
import { planOf, type TierName } from '@utter/contracts/plans'
import { Problem, unauthorized, unavailable } from '@utter/http/problem'
import { growingPauses } from '@utter/runtime/growing-pauses'
import type { LifecycleDeps } from '../../deps.ts'
import { type Allowance, type Member, maxReserved } from '../../domain/allowance/allowance.ts'
import { unverifiedCallsLeft } from '../../domain/allowance/call-limits.ts'
import { memberOf } from '../../domain/allowance/member.ts'
import type { Job } from '../../domain/job/job.ts'
import type { CallCaps } from '../../store/allowances/takes.ts'
import { allowanceOf, periodOf, type Start } from '../allowance-of.ts'
import { withinFreeBounds } from './within-free-bounds.ts'

export type Taken = { member: Member; where: 'active' | 'reserved'; index: number }
/** How the account's months began, and what its calls count for. */
export type Payer = Start &
  CallCaps & {
    /** Whether the account is on the free plan, which has a day in common with all others on it, and a month with those of its network. */
    isFree?: boolean
    /** Its plan, as the caller's identity has it. */
    tier?: TierName
    /** From which the caller submits, where that counts. */
    address?: string
  }

/** How often a single job looks for room among the reserved, and how long a batch does, in ms. */
const [maxRounds, roomForMs] = [3, 6_000]

/** recipe 2. Each update is sent once: a lost reply is a 503, and the sweeper finds out what became of it. */
export async function take(deps: LifecycleDeps, job: Job, payer: Payer): Promise<Taken> {
  const taken = await withinFreeBounds(deps, [job], payer, () => takeCall(deps, job, payer))
  deps.usageWatch.taken(job.userId)
  return taken
}

async function takeCall(deps: LifecycleDeps, job: Job, payer: Payer): Promise<Taken> {
  const { allowances, clock } = deps
  const { userId } = job
  for (let rounds = 0; ; ) {
    const now = clock.now()
    const member = memberOf(job, await periodOf(deps, userId, payer))
    const index = await allowances.takeActive(userId, member, now, payer)
    if (index !== undefined) return { member, where: 'active', index }
    if (await allowances.takeReserved(userId, [member], now, payer)) return { member, where: 'reserved', index: 0 }
    const missed = await whyNot(deps, [job], member, payer)
    if (missed === 'period') continue
    if (missed === 'changed' && rounds++ < maxRounds) continue
    await deps.jobs.removeSubmitting(userId, [job._id])
    throw missed instanceof Problem ? missed : unavailable()
  }
}

/** recipe 14: one call for each of these jobs of one account, or none. All of them will wait. */
export async function takeAll(deps: LifecycleDeps, jobs: [Job, ...Job[]], payer: Payer): Promise<Member[]> {
  const taken = await withinFreeBounds(deps, jobs, payer, () => takeCalls(deps, jobs, payer))
  deps.usageWatch.taken(jobs[0].userId)
  return taken
}

async function takeCalls(deps: LifecycleDeps, jobs: [Job, ...Job[]], payer: Payer): Promise<Member[]> {
  const { userId } = jobs[0]
  const paused = growingPauses(roomForMs)
  for (;;) {
    const period = await periodOf(deps, userId, payer)
    const members = jobs.map((job) => memberOf(job, period))
    if (await deps.allowances.takeReserved(userId, members, deps.clock.now(), payer)) return members
    const missed = await whyNot(deps, jobs, period, payer)
    if (missed === 'period') continue
    if (!(missed instanceof Problem) && (await paused())) continue
    await deps.jobs.removeSubmitting(
      userId,
      jobs.map(({ _id }) => _id),
    )
    throw missed instanceof Problem ? missed : unavailable()
  }
}

/** 2c, why nothing matched: the account is deleted, the period is over, no call is left, or something that may be otherwise by now. */
async function whyNot(
  deps: LifecycleDeps,
  jobs: [Job, ...Job[]],
  { period }: Pick<Member, 'period'>,
  payer: Payer,
): Promise<'period' | 'room' | 'changed' | Problem> {
  const [{ userId, keyId }] = jobs
  const allowance = await allowanceOf(deps, userId, payer)
  // A request that was let in before the account was deleted.
  if (allowance.closedAt) return unauthorized()
  if (allowance.period.getTime() !== period.getTime() || allowance.periodEnd <= deps.clock.now()) return 'period'
  const hasRoom = allowance.reserved.length + jobs.length <= maxReserved
  return spentOf(deps, allowance, { keyId, calls: jobs.length }, payer) ?? (hasRoom ? 'changed' : 'room')
}

/** Why so many calls are not left: the account's come first, then those before its address is verified, then those of its key. */
export function spentOf(
  { plans }: Pick<LifecycleDeps, 'plans'>,
  allowance: Pick<Allowance, 'used' | 'callLimit' | 'carriedCalls' | 'keyCalls' | 'tier' | 'status'>,
  { keyId = '', calls }: { keyId?: string | undefined; calls: number },
  { monthlyCap = Number.POSITIVE_INFINITY, unverifiedLimit }: CallCaps = {},
): Problem | undefined {
  if (allowance.used + calls <= allowance.callLimit) {
    if (unverifiedLimit !== undefined && calls > unverifiedCallsLeft(allowance, unverifiedLimit))
      return new Problem(402, 'email_not_verified', 'Verify your email address for more calls')
    return (allowance.keyCalls?.[keyId] ?? 0) + calls <= monthlyCap
      ? undefined
      : new Problem(402, 'key_limit_reached', 'API key limit reached')
  }
  return sellsOverage(planOf(plans, allowance.tier), allowance.status)
    ? new Problem(402, 'spending_limit_reached', 'Spending limit reached')
    : new Problem(402, 'call_limit_reached', 'API call limit reached')
}
