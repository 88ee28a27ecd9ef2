import type { UpdateQuery } from 'mongoose'
import type { User } from '../domain/user.ts'

/**
 * The one update that deletes an account: its name and email are free, no password, session or key is valid, and its last state is to be
 * published. No name and no email has a colon and no `@`, so the keys are nobody else's.
 */
export function deletion({ _id: id, email }: Pick<User, '_id' | 'email'>, now: Date): UpdateQuery<User> {
  const key = `deleted:${id}`
  return {
    $set: {
      username: '',
      usernameKey: key,
      email: '',
      emailKey: key,
      deletedAt: now,
      deletedEmail: email,
      eraseAt: now,
      unpublishedSince: now,
    },
    $unset: {
      passwordHash: 1,
      passwordReset: 1,
      emailVerifiedAt: 1,
      emailVerification: 1,
      keptSession: 1,
      totp: 1,
      awaitedTotp: 1,
      recoveryCodes: 1,
      passkeys: 1,
      continues: 1,
      formerMailboxes: 1,
      referredBy: 1,
      referralCode: 1,
      rate: 1,
      suspension: 1,
      device: 1,
      apiKeys: 1,
      webhookUrl: 1,
      unrecorded: 1,
    },
    $inc: { sessionGeneration: 1 },
  }
}
