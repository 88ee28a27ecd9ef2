import { randomInt } from 'node:crypto'

/** An account as referral knows it: its own code, whom it brought, and who brought it. */
export type Member = {
  _id: string
  code: string
  /** The address without what can be varied at will: two accounts of one mailbox are one person. */
  mailbox: string
  /** The code that it signed up with; gone once it has counted, or never can. */
  referredBy?: string
  /** Those who signed up with its code and completed a job. */
  brought: string[]
  referralCount: number
  bonusCallsEarned: number
  version: number
  unpublishedSince?: Date
}

// Without letters and digits that are taken for one another.
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const newCode = (): string => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Lower case, and without a +tag. */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  return `${name.split('+', 1)[0]}@${domain}`
}
