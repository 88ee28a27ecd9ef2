import type { Snapshot } from './snapshot.ts'

/** One ledger row for each job that owes a call, of the same account; and every service has the plan of billing. */
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
    ...foreignRows.map(({ _id }) => `job ${_id} stands in the ledger for another account`),
  ]
  if (!subscription) return [...broken, 'billing does not know the account']
  const { tier, version } = subscription
  if (user && (user.billingVersion !== version || user.subscriptionTier !== tier))
    broken.push(
      `account has the plan ${user.subscriptionTier} at ${user.billingVersion}, billing ${tier} at ${version}`,
    )
  if (allowance && (allowance.billingVersion ?? 0) !== version)
    broken.push(`jobs has the plan at ${allowance.billingVersion ?? 0}, billing at ${version}`)
  return broken
}

const difference = (what: string, all: string[], known: string[], sentence: string): string[] =>
  all.filter((id) => !known.includes(id)).map((id) => `${what} ${id} ${sentence}`)
