import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'

/**
 * `code-failed`: a wrong code after the right password. `reset-link-asked`: by whoever knows the address, for a mail; `reset-link-created`: by the operator; `password-reset`: the use of either.
 */
export const auditActions = [
  'signed-up',
  'logged-in',
  'login-failed',
  'logged-out',
  'email-changed',
  'verification-asked',
  'email-verified',
  'password-changed',
  'reset-link-asked',
  'reset-link-created',
  'password-reset',
  'second-factor-on',
  'second-factor-off',
  'code-failed',
  'recovery-code-used',
  'recovery-codes-renewed',
  'passkey-added',
  'passkey-removed',
  'session-ended',
  'other-sessions-ended',
  'key-created',
  'key-rerolled',
  'key-changed',
  'key-paused',
  'key-resumed',
  'key-revoked',
  'plan-set',
  'rate-set',
  'account-suspended',
  'account-resumed',
  'webhook-set',
  'webhook-removed',
  'webhook-disabled',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The values of an API key that its owner may change. */
export const keyFields = ['name', 'networks', 'rate', 'monthlyCap'] as const
export const KeyField = z.enum(keyFields)
export type KeyField = z.infer<typeof KeyField>

/**
 * A visitor is anybody without a session of the account: the sender of a wrong password, or of a link's token. `billing`: the account's
 * subscription, by what its owner chose there, a payment, or its end. `delivery`: its webhook, by what its receiver answered.
 */
export const auditActors = ['owner', 'visitor', 'operator', 'billing', 'delivery'] as const
export type AuditActor = (typeof auditActors)[number]

/** An action that was done to an account. */
export const AuditRow = z.object({
  at: Instant,
  actor: z.enum(auditActors),
  /** Null for the operator, billing, the delivery and the owner's webhook, of which it is not known, and where many networks are one row. */
  address: z.nullable(z.string()),
  action: z.enum(auditActions),
  /**
   * The new email, the client of a session, the name of a key or a passkey, the plan, the rate, why it was suspended, the host of a webhook; null where
   * the action needs none. Also the keys that a new password has ended. A key with a new name stands there by both, as `old → new`.
   */
  target: z.nullable(z.string()),
  /** The values of a key that were changed, together with its pause or its end too. Absent: none. */
  changed: z.optional(z.array(KeyField)),
  /** Wrong passwords of one network in an hour are one row, which began at `at`: how many they were, and the last one. Absent: one. */
  count: z.optional(z.int()),
  lastAt: z.optional(Instant),
})
export type AuditRow = z.infer<typeof AuditRow>
/** `GET /api/auth/audit`: newest first. */
export const AuditRows = z.array(AuditRow)
