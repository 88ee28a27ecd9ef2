import type { DisabledReason } from '@utter/contracts/http/disabled-reason'
import type { TierName } from '@utter/contracts/plans'
import type { SealedSecrets } from './sealed-secrets.ts'

/** A secret that was replaced, as it is stored, and until when it signs along. */
export type OldSecret = { secret: string; until: Date }

/** A test that an owner has sent, and what came of it. Without `status` there was no answer; `error` says why it was no delivery. */
export type WebhookTest = { at: Date; status?: number; ms: number; error?: string }

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
  /** The last days, by UTC, on which a try failed since then. */
  failedOn?: string[]
  lastError?: string
  /** Percent of the days after which it is disabled, of which its owner was told last since then. */
  warnedPercent?: number
  disabledAt?: Date
  disabledReason?: DisabledReason
  /** The last test of this address. */
  lastTest?: WebhookTest
  /** Counts what `webhook-state` has of it. */
  version: number
  unpublishedSince?: Date
}

/** Time for which a replaced secret signs along, and how many do: receivers get a signature of each. */
export const secretOverlapMs = 24 * 3_600_000
export const maxOldSecrets = 4

const dayMs = 24 * 3_600_000
/** A webhook to which nothing was delivered for so many days, and tries failed on so many of the last ones, is disabled. */
export const maxFailingDays = 5
const minFailedDays = 3

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Whether it has failed long and often enough: one poisoned job and a short absence a week later are no reason. */
export function isFailing({ failingSince, failedOn = [] }: Endpoint, now: Date): boolean {
  if (!failingSince || now.getTime() - failingSince.getTime() < maxFailingDays * dayMs) return false
  const first = dayOf(new Date(now.getTime() - (maxFailingDays - 1) * dayMs))
  return failedOn.filter((day) => day >= first).length >= minFailedDays
}

/** Percent of these days at which its owner is told that it fails. */
const warnAtPercents = [90, 70, 50]

/** The step of these days that is over and of which its owner was not told; undefined: none. */
export function warningDue({ failingSince, warnedPercent = 0 }: Endpoint, now: Date): number | undefined {
  if (!failingSince) return undefined
  const passed = ((now.getTime() - failingSince.getTime()) / (maxFailingDays * dayMs)) * 100
  const step = warnAtPercents.find((percent) => passed >= percent)
  return step !== undefined && step > warnedPercent ? step : undefined
}

/** All secrets that sign at this time, the newest first. */
export function signingSecrets(
  { _id: userId, secret, oldSecrets = [] }: Pick<Endpoint, '_id' | 'secret' | 'oldSecrets'>,
  now: Date,
  sealed: Pick<SealedSecrets, 'open'>,
): string[] {
  const old = oldSecrets.filter(({ until }) => until > now).map((one) => one.secret)
  return [...(secret === undefined ? [] : [secret]), ...old.reverse()].map((one) => sealed.open(userId, one))
}
