import type { InterfaceLanguage } from '@utter/contracts/http/languages'
import type { SubscriptionStatus, TierName } from '@utter/contracts/plans'
import type { ListedKey } from './api-keys/listed-key.ts'
import type { AuditEntry } from './audit-entry.ts'
import type { Passkey } from './second-factor/passkey.ts'
import type { AwaitedTotp, Totp } from './second-factor/totp.ts'

/** An account. Names and emails are compared by their keys: without case and compatibility forms. */
export type User = {
  _id: string
  username: string
  usernameKey: string
  email: string
  emailKey: string
  passwordHash: string
  /** Counts the changes that ended the account's sessions: one of an earlier count is over. Absent until the first. */
  sessionGeneration?: number
  /** The session that the last of these changes was made with, which stays. */
  keptSession?: string
  /** When its owner followed the link that was mailed to the present address. */
  emailVerifiedAt?: Date
  /** The language of its mails. Absent: English, since none was chosen. */
  language?: InterfaceLanguage
  /** The mailed link that verifies the address: the hash of its token. */
  emailVerification?: { hash: string; expiresAt: Date }
  /** The link by which a forgotten password may be replaced: the hash of its token, until it is used, or is over. */
  passwordReset?: { hash: string; expiresAt: Date }
  /** Its authenticator app. Absent: a password is enough. */
  totp?: Totp
  awaitedTotp?: AwaitedTotp
  /** Hashes of the recovery codes that were not used. */
  recoveryCodes?: string[]
  passkeys?: Passkey[]
  /** Deleted accounts of its mailbox, whose calls of the free month count for this one, and the anchor of its months in place of the sign-up. */
  continues?: string[]
  monthsFrom?: Date
  /** Hashes of the mailboxes that it had before the present one: the first of them, ten at most. */
  formerMailboxes?: string[]
  /** The code that was given at sign-up. */
  referredBy?: string
  /** The hash of the device cookie of the browser that signed up or logged in last. */
  device?: string
  /** Requests in 60 s, if the operator set another figure than the plan's. */
  rate?: number
  /** Since when the operator has suspended it, and why, for its owner to read. */
  suspension?: { since: Date; reason: string }
  /** Its API keys. A key that is not among them is not valid, even if its token is there. */
  apiKeys?: ListedKey[]
  subscriptionTier: TierName
  subscriptionStatus: SubscriptionStatus
  /** Absent: its subscription decides. Unknown of states that were applied before 2026-11-26. */
  planSetBy?: 'operator'
  /** When the plan ends, and the one that follows at the period's end. */
  cancelAt?: Date
  nextTier?: TierName
  billingVersion: number
  referralCode?: string
  referralCount: number
  bonusCallsEarned: number
  referralVersion: number
  /** Its webhook, as notifier has it. Absent: none. */
  webhookUrl?: string
  webhookDisabled?: boolean
  webhookVersion?: number
  /** Entries of the audit, each of the change that it came with, until they are in their own collection. */
  unrecorded?: AuditEntry[]
  /** When it was deleted. Name and email are free again, and of the rest only what `account-state` needs is left. */
  deletedAt?: Date
  /** The address of a deleted account, until the notice with which it is told so is published. */
  deletedEmail?: string
  /** When its tokens and its audit are removed the next time, once it is deleted. */
  eraseAt?: Date
  version: number
  /** When it changed without being published since. */
  unpublishedSince?: Date
  createdAt: Date
  updatedAt: Date
}

export const keyOf = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The anchor of the free plan's months. */
export const anchorOf = ({ monthsFrom, createdAt }: Pick<User, 'monthsFrom' | 'createdAt'>): Date =>
  monthsFrom ?? createdAt

export function newUser(
  id: string,
  given: {
    username: string
    email: string
    passwordHash: string
    referredBy?: string | undefined
    device?: string | undefined
    language?: InterfaceLanguage | undefined
  } & Pick<User, 'continues' | 'monthsFrom'>,
  now: Date,
  unrecorded: AuditEntry[] = [],
): User {
  return {
    _id: id,
    username: given.username,
    usernameKey: keyOf(given.username),
    email: given.email,
    emailKey: keyOf(given.email),
    passwordHash: given.passwordHash,
    ...(given.referredBy && { referredBy: given.referredBy }),
    ...(given.device && { device: given.device }),
    ...(given.language && { language: given.language }),
    ...(given.continues && { continues: given.continues }),
    ...(given.monthsFrom && { monthsFrom: given.monthsFrom }),
    subscriptionTier: 'free',
    subscriptionStatus: 'active',
    billingVersion: 0,
    referralCount: 0,
    bonusCallsEarned: 0,
    referralVersion: 0,
    ...(unrecorded.length > 0 && { unrecorded }),
    version: 1,
    unpublishedSince: now,
    createdAt: now,
    updatedAt: now,
  }
}
