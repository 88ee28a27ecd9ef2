import type { LifecycleDeps } from '../../deps.ts'
import type { Allowance, Member } from '../../domain/allowance/allowance.ts'

export type OwingMember = { id: string; keyId: string | undefined }
/** The calls of a period, and of them those that API keys took, by key. */
export type CallCount = { calls: number; byKey: Record<string, number> }

/**
 * recipe 10, n without the adjustment: the members of the period, and the jobs that owe a call of it and are no members.
 * @param owing `owingMembers`, read before the count
 */
export async function countCalls(
  deps: LifecycleDeps,
  allowance: Allowance,
  period: Date,
  owing: OwingMember[],
): Promise<CallCount> {
  const count: CallCount = { calls: 0, byKey: {} }
  const add = (keyId: string | undefined, calls: number) => {
    count.calls += calls
    if (keyId !== undefined) count.byKey[keyId] = (count.byKey[keyId] ?? 0) + calls
  }
  for (const { keyId, calls } of await deps.jobs.countOwed(allowance._id, period)) add(keyId, calls)
  // They are among the jobs and among the members.
  for (const { keyId } of owing) add(keyId, -1)
  for (const { keyId } of membersOf(allowance, period)) add(keyId, 1)
  return count
}

/** Members that owe a call of the period, in the order of their ids. */
export async function owingMembers(
  { jobs }: LifecycleDeps,
  { _id, active, reserved }: Allowance,
  period: Date,
): Promise<OwingMember[]> {
  const ids = [...active, ...reserved].map(({ id }) => id)
  if (ids.length === 0) return []
  return (await jobs.states(_id, ids))
    .filter(({ call }) => call?.owed && call.period.getTime() === period.getTime())
    .map(({ _id: id, keyId }) => ({ id, keyId }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** The members of a period, each once: for a moment a job may be in both lists. */
function membersOf({ active, reserved }: Allowance, period: Date): Member[] {
  const ofPeriod = [...active, ...reserved].filter((member) => member.period.getTime() === period.getTime())
  return [...new Map(ofPeriod.map((member) => [member.id, member])).values()]
}
