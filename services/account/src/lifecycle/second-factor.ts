import type { SignInMethod } from '@utter/contracts/http/account/second-factor'
import { loginTicketLifetimeMs, type StartedTotp } from '@utter/contracts/http/account/totp'
import { conflict, invalid, notFound, Problem } from '@utter/http/problem'
import type { Relay } from '@utter/messaging/publish/outbox'
import type { Clock } from '@utter/runtime/clock'
import type { Sealer } from '@utter/storage/sealer'
import type { Log } from '@utter/telemetry/log'
import type * as z from 'zod/mini'
import { type AuditSource, auditEntry } from '../domain/audit-entry.ts'
import { newRecoveryCodes, recoveryHash } from '../domain/second-factor/recovery-codes.ts'
import { secondFactorTold as told } from '../domain/second-factor/told.ts'
import { newTotpSecret, stepOf, totpAddress } from '../domain/second-factor/totp.ts'
import { newToken } from '../domain/tokens.ts'
import type { User } from '../domain/user.ts'
import type { OnceValues } from '../store/once.ts'
import type { UserStore } from '../store/users.ts'

/** The time from the secret to its first code. */
const awaitedMs = 15 * 60_000

const isOn = () => conflict('second_factor_on', 'An authenticator app is on already')
const isOff = () => notFound('No authenticator app is on', 'second_factor_off')
export const invalidCode = () => invalid([{ field: 'code', message: 'This code is not valid' }])

export type SecondFactor = ReturnType<typeof createSecondFactor>

/** Codes that are asked for besides a password: those of an authenticator app, and recovery codes for where it is lost. */
export function createSecondFactor({
  users,
  once,
  sealer,
  relay,
  clock,
  log,
}: {
  users: UserStore
  once: OnceValues
  sealer: Sealer
  relay: Pick<Relay<User>, 'soon'>
  clock: Clock
  log: Log
}) {
  /** The time step of a code. Undefined: it is none of its codes, or its secret cannot be decrypted by any key that is given. */
  function stepIn(id: string, sealed: string, code: string, now: Date): number | undefined {
    try {
      return stepOf(sealer.open(id, sealed), code, now)
    } catch (error) {
      log.error({ err: error, userId: id }, 'the secret of an authenticator app cannot be decrypted')
      return undefined
    }
  }

  return {
    /** A secret for an app, which asks for nothing until its first code. @throws Problem 409 where one is on */
    async start({ _id: id, email }: User): Promise<z.infer<typeof StartedTotp>> {
      const [secret, now] = [newTotpSecret(), clock.now()]
      const expiresAt = new Date(now.getTime() + awaitedMs)
      const started = await users.startTotp(id, { secret: sealer.seal(id, secret), expiresAt }, now)
      if (!started) throw isOn()
      return { uri: totpAddress(secret, email), secret, expiresAt: expiresAt.toISOString() }
    },

    /** @returns the recovery codes @throws Problem 400 for a wrong code, or where none is awaited any more */
    async confirm({ _id: id, awaitedTotp }: User, code: string, by: AuditSource): Promise<string[]> {
      const now = clock.now()
      if (!awaitedTotp || awaitedTotp.expiresAt <= now) throw invalidCode()
      const step = stepIn(id, awaitedTotp.secret, code, now)
      if (step === undefined) throw invalidCode()
      const codes = newRecoveryCodes()
      const totp = { secret: awaitedTotp.secret, addedAt: now, usedAt: now, lastStep: step }
      const entry = auditEntry(id, { ...by, action: 'second-factor-on', told: told('app-on') }, now)
      const changed = await users.confirmTotp(id, totp, codes.map(recoveryHash), entry)
      if (!changed) throw invalidCode()
      relay.soon(changed)
      return codes
    },

    /** @throws Problem 404 where none is on */
    async turnOff(id: string, by: AuditSource): Promise<void> {
      const changed = await users.removeTotp(
        id,
        auditEntry(id, { ...by, action: 'second-factor-off', told: told('app-off') }, clock.now()),
      )
      if (!changed) throw isOff()
      relay.soon(changed)
    },

    /** @returns codes in place of all that are left @throws Problem 404 where no app is on */
    async renewRecoveryCodes(id: string, by: AuditSource): Promise<string[]> {
      const codes = newRecoveryCodes()
      const entry = auditEntry(
        id,
        { ...by, action: 'recovery-codes-renewed', told: told('recovery-codes-renewed') },
        clock.now(),
      )
      const changed = await users.replaceRecoveryCodes(id, codes.map(recoveryHash), entry)
      if (!changed) throw isOff()
      relay.soon(changed)
      return codes
    },

    /** Takes a code, which is worth nothing afterwards. @returns the account and which code it was; null: none of its codes */
    async take(
      { _id: id, totp }: User,
      typed: string,
      by: AuditSource,
    ): Promise<{ user: User; signedInBy: SignInMethod } | null> {
      const [now, digits] = [clock.now(), typed.replace(/\s/g, '')]
      if (!totp) return null
      if (!/^\d{6}$/.test(digits)) {
        const entry = auditEntry(id, { ...by, action: 'recovery-code-used', told: told('recovery-code-used') }, now)
        const user = await users.takeRecoveryCode(id, recoveryHash(typed), entry)
        if (!user) return null
        relay.soon(user)
        return { user, signedInBy: 'recovery-code' }
      }
      const step = stepIn(id, totp.secret, digits, now)
      if (step === undefined) return null
      const user = await users.takeTotp(id, totp, step, sealer.renew(id, totp.secret), now)
      return user && { user, signedInBy: 'code' }
    },

    /** The refusal of a right password, with a ticket for the second step. */
    async codeNeeded({ _id: userId, sessionGeneration: generation = 0 }: User): Promise<Problem> {
      const ticket = newToken()
      await once.put('ticket', ticket, JSON.stringify({ userId, generation }), loginTicketLifetimeMs)
      return new Problem(401, 'second_factor_required', 'A code of your authenticator app is needed', { ticket })
    },

    /** The account of a ticket, as long as its password is the one that was right. */
    async accountOf(ticket: string): Promise<User | null> {
      const found = await once.read('ticket', ticket)
      if (found === null) return null
      const { userId, generation } = JSON.parse(found) as { userId: string; generation: number }
      const user = await users.read(userId)
      return user && (user.sessionGeneration ?? 0) === generation ? user : null
    },

    /** Whether this login is the one that the ticket is good for. */
    spend: async (ticket: string): Promise<boolean> => (await once.take('ticket', ticket)) !== null,
  }
}
