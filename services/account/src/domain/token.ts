import type { Grant } from '@utter/contracts/credential'
import type { SignInMethod } from '@utter/contracts/http/account/second-factor'

/** A session or an API key. The token itself is not stored. */
export type Token = Grant & {
  /** The hash of the token. */
  _id: string
  id: string
  userId: string
  kind: 'session' | 'key'
  name?: string
  createdAt: Date
  usedAt: Date
  expiresAt?: Date
  /** The first characters of a key, and its limits. */
  start?: string
  networks?: string[]
  rate?: number
  monthlyCap?: number
  /** The account's `sessionGeneration` at the login of a session, and the login's address and client. */
  generation?: number
  address?: string
  client?: string
  signedInBy?: SignInMethod
  /** When the owner of a session gave the password last. */
  verifiedAt?: Date
}
