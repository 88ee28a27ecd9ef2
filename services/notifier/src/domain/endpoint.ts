import type { DisabledReason } from '@utter/contracts/http/disabled-reason'
import type { TierName } from '@utter/contracts/plans'
import type { SealedSecrets } from './sealed-secrets.ts'

/** A secret that was replaced, as it is stored, and until when it signs along. */
export type OldSecret = { secret: string; until: Date }

/** The document of an account: its plan, its own webhook, and the secret that signs those of its jobs too. */
export type Endpoint = {
  /** The account. */
  _id: string
  tier: TierName
  /** The version of the last `billing-state`; 0: none was consumed yet, and the plan is not known. */
  billingVersion: number
  /** The account's own webhook; a job may name another. */
  url?: string
  /** Jobs that ended before it are not delivered to it. */
  urlSince?: Date
  /** `whsec_…`, sealed; made by the first need. */
  secret?: string
  oldSecrets?: OldSecret[]
  /** To the minute. */
  lastDeliveredAt?: Date
  failingSince?: Date
  lastError?: string
  disabledAt?: Date
  disabledReason?: DisabledReason
  /** Counts what `webhook-state` has of it. */
  version: number
  unpublishedSince?: Date
}

/** Time for which a replaced secret signs along, and how many do: receivers get a signature of each. */
export const secretOverlapMs = 24 * 3_600_000
export const maxOldSecrets = 4

/** A webhook to which nothing was delivered for so long, by every try, is disabled. */
export const maxFailingMs = 5 * 24 * 3_600_000

/** All secrets that sign at this time, the newest first. */
export function signingSecrets(
  { _id: userId, secret, oldSecrets = [] }: Pick<Endpoint, '_id' | 'secret' | 'oldSecrets'>,
  now: Date,
  sealed: Pick<SealedSecrets, 'open'>,
): string[] {
  const old = oldSecrets.filter(({ until }) => until > now).map((one) => one.secret)
  return [...(secret === undefined ? [] : [secret]), ...old.reverse()].map((one) => sealed.open(userId, one))
}
