import type { Service } from '@utter/contracts/flow'

/**
 * The databases in the order in which they are copied, each with the collections that are copied first; all others of a
 * database follow them, so none can be forgotten. Documents of different moments must not refer to missing ones:
 *
 * - billing, referral and notifier consume the ends of jobs. Copied before jobs, they have a row, a friend or a
 * delivery   for no job that is missing or unfinished in it; latest ends that they lack are published again. - jobs
 * before its allowances: a member of a list whose job is missing is released, a job in no list would wait for ever.
 * Allowances before usage: a day that is summed twice is the same. - chat and speech after jobs: each reply and sound
 * that a job names is there. - account last: what the others have of an account is no newer than the account.
 */
export const databases: Record<Service, readonly string[]> = {
  billing: [],
  referral: [],
  notifier: [],
  jobs: ['jobs', 'allowances', 'usage'],
  chat: [],
  speech: [],
  account: ['users'],
}
export const databaseNames = Object.keys(databases) as Service[]

/** Ids of deleted accounts, in each database but account's: a restore adds to them, and takes none away. */
export const deletedAccounts = 'deleted-accounts'

/** Whether a collection is a part of the platform's data. */
export const isCopied = (collection: string): boolean => !collection.startsWith('system.')
