import { isFinal, type JobStatus } from '@utter/contracts/jobs'
import type { mongo } from 'mongoose'
import { deletedAccounts } from './databases.ts'

export type Moment = {
  /** When the backup was started. */
  backedUpAt: Date
  now: Date
  /** Accounts that were deleted since. */
  deleted: ReadonlySet<string>
}
type Stored = mongo.Document
type Restore = (document: Stored, moment: Moment) => Stored

/** Ends that were consumed late are published again: a consumer that was this long behind at the backup loses none. */
const lateMs = 24 * 3_600_000

/**
 * A whole state that its owner publishes is published once more. Its version grows by the milliseconds since the backup: so it is newer than what a consumer
 * was copied with a moment later, and than any state that was published in the time that is undone, whose versions grew by one each.
 */
const state: Restore = (document, { backedUpAt, now }) => ({
  ...document,
  version: Number(document.version) + (now.getTime() - backedUpAt.getTime()),
  unpublishedSince: now,
})

/** Stripe is asked once for what it has of the account now. */
const subscription: Restore = (document, moment) => ({
  ...state(document, moment),
  ...(document.stripeCustomerId && { watchSince: moment.now, watchAt: moment.now, watchUntil: moment.now }),
})

/** Its request, its end or its deletion is published again, if a message about it may have been under way at the backup. */
const job: Restore = (document, { backedUpAt, now }) => {
  const isRecent = document.updatedAt >= new Date(backedUpAt.getTime() - lateMs)
  if (document.status === 'submitting') return document
  if (document.status === 'deleted') return isRecent ? { ...document, removalSince: now } : document
  return isRecent || !isFinal(document.status as JobStatus) ? { ...document, unpublishedSince: now } : document
}

/** Its lists are compared with the jobs, those that wait become active, and its calls are counted. */
const allowance: Restore = (document, { now }) => ({ ...document, backlog: true, reconcileAt: now, recountAt: now })

/** By database and collection; what is not here is restored as it was. */
export const restores: Record<string, Restore> = {
  'account.users': state,
  'billing.subscriptions': subscription,
  'referral.members': state,
  'notifier.endpoints': state,
  'jobs.jobs': job,
  'jobs.allowances': allowance,
}

/** The document as it is restored; undefined for an account that was deleted since, whose other data its services erase once they run. */
export function restored(name: string, document: Stored, moment: Moment): Stored | undefined {
  if (name.startsWith('account.') && [document._id, document.userId].some((id) => moment.deleted.has(id)))
    return undefined
  if (name.endsWith(`.${deletedAccounts}`)) return { ...document, eraseAt: moment.now }
  return (restores[name] ?? ((as) => as))(document, moment)
}
