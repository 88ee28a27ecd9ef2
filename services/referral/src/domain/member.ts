import { randomInt } from 'node:crypto'

/** An account with its own code, the code it signed up with, and the friends who count for it. */
export type Member = {
  _id: string
  code: string
  /** The email without the parts that can be varied at will: two accounts of one mailbox belong to one person. */
  mailbox: string
  /** Browsers in which it has signed up or logged in, by the hashes of their device cookies: the latest of them. */
  devices?: string[]
  /** The code that it signed up with; removed once it has counted, or cannot count any more. */
  referredBy?: string
  /** Accounts that signed up with its code and completed a job. */
  brought: string[]
  referralCount: number
  bonusCallsEarned: number
  version: number
  unpublishedSince?: Date
}

// Without letters and digits that look alike: I and 1, O and 0.
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const newCode = (): string => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')

type Person = Pick<Member, '_id' | 'mailbox' | 'devices'>

/** Whether two accounts seem to be one person's: they have one mailbox, or were used in one browser. */
export const areSamePerson = (one: Person, other: Person): boolean =>
  one._id === other._id ||
  one.mailbox === other.mailbox ||
  (one.devices ?? []).some((device) => other.devices?.includes(device))
