import { monthStartOf } from '@utter/jobs/domain/allowance/past-segments'
import type { JobRecord } from './job-invariants.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Checks for a ledger row of each job that owes a call, with its account and segment, and for billing's plan
 * everywhere.
 */
export function billingViolations({
  jobs: { allowance, jobs },
  ledger,
  foreignRows,
  user,
  subscription,
}: Snapshot): string[] {
  const owing = jobs.filter(({ call }) => call?.owed).map(({ _id }) => _id)
  const rows = ledger.map(({ _id }) => _id)
  const broken = [
    ...difference('job', owing, rows, 'owes a call and stands in no row of the ledger'),
    ...difference('row', rows, owing, 'stands in the ledger for a job that owes nothing'),
    ...ledger.flatMap((row) => otherSegment(row, jobs.find(({ _id }) => _id === row._id)?.call)),
    ...foreignRows.map(({ _id }) => `job ${_id} stands in the ledger for another account`),
  ]
  if (!subscription) return [...broken, 'billing does not know the account']
  const { tier, version, cancelAt, nextTier } = subscription
  if (user && (user.billingVersion !== version || user.subscriptionTier !== tier))
    broken.push(
      `account has the plan ${user.subscriptionTier} at ${user.billingVersion}, billing ${tier} at ${version}`,
    )
  if (user && (user.cancelAt?.getTime() !== cancelAt?.getTime() || user.nextTier !== nextTier))
    broken.push('account has another end of the plan, or another plan after it, than billing')
  if (allowance && (allowance.billingVersion ?? 0) !== version)
    broken.push(`jobs has the plan at ${allowance.billingVersion ?? 0}, billing at ${version}`)
  return broken
}

/** A row is billed with the segment that it names; without one with the first of its month. */
function otherSegment(
  { _id, period, segment = period }: Snapshot['ledger'][number],
  call: JobRecord['call'],
): string[] {
  if (!call?.owed) return []
  const isSame = period.getTime() === monthStartOf(call).getTime() && segment.getTime() === call.period.getTime()
  return isSame ? [] : [`job ${_id} stands in the ledger in another segment than the one that it was taken from`]
}

const difference = (what: string, all: string[], known: string[], sentence: string): string[] =>
  all.filter((id) => !known.includes(id)).map((id) => `${what} ${id} ${sentence}`)
