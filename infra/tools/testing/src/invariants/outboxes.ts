import type { Snapshot } from './snapshot.ts'

/** At rest nothing is unpublished: the sweep looks each second for what is older than two. (Jobs' own: job-invariants.ts.) */
export function outboxViolations({ user, subscription, member }: Snapshot): string[] {
  if (!user) return ['account does not know the account']
  return Object.entries({ account: user, billing: subscription, referral: member }).flatMap(([service, document]) =>
    document?.unpublishedSince ? [`the last change in ${service} is unpublished`] : [],
  )
}
