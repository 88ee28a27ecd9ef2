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
  /** Whether it has completed a job: then it counts as soon as there is room for it, or it pays. */
  hasCompleted?: boolean
  /** When it counted as a friend. */
  countedAt?: Date
  /** Accounts that signed up with its code and count. */
  brought: string[]
  /** Friends among them who have not paid: five at most, so that accounts made by a script print no bonus. Absent: none is known. */
  unpaid?: string[]
  referralCount: number
  bonusCallsEarned: number
  version: number
  unpublishedSince?: Date
}

// Without letters and digits that look alike: I and 1, O and 0.
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const newCode = (): string => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Friends without a payment who count for one account. */
export const maxUnpaid = 5
/** Time after a friend counted in which the friend's deletion takes back what is left of the bonus. */
export const takenBackMs = 30 * 24 * 3_600_000

type Person = Pick<Member, '_id' | 'mailbox' | 'devices'>

/** Whether two accounts seem to be one person's: they have one mailbox, or were used in one browser. */
export const areSamePerson = (one: Person, other: Person): boolean =>
  one._id === other._id ||
  one.mailbox === other.mailbox ||
  (one.devices ?? []).some((device) => other.devices?.includes(device))
