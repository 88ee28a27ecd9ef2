import { ChangeEmail } from '@utter/contracts/http/account/owner-acts'
import { MessageAnswer } from '@utter/contracts/http/account/user-view'
import { identityOf } from '@utter/http/identity'
import { networkOf } from '@utter/http/network-of'
import { conflict } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { newEmailLimit } from '../domain/attempt-limits.ts'
import { auditEntry, type Told } from '../domain/audit-entry.ts'
import { keyOf } from '../domain/user.ts'
import { invalidPassword, verifyOwner } from '../requests/verify-owner.ts'

/** `POST /api/auth/update-email`: for a session alone, which stays; the account's other sessions end. */
export const changeEmail: Route<Deps> = (app, deps) => {
  const { users, freeMonths, credentials, attempts, relay, guard, clock } = deps
  return app.post(
    '/api/auth/update-email',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'changeEmail',
          tag: 'Account',
          summary: 'Change the email address',
          description: 'The other sessions of the account end.',
          example: { newEmail: 'ada@example.org', password: 'a long password' },
          refusals: {
            401: 'Not logged in, or the password or the passkey is wrong.',
            409: 'The email is taken.',
            429: 'Over the rate, or too many attempts.',
          },
        },
        body: ChangeEmail,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { userId, sessionId } = identityOf(request)
      const { newEmail } = request.body
      const user = await verifyOwner(deps, userId, request.body)
      const { address } = request.caller ?? {}
      const made = { action: 'email-changed', actor: 'owner', address, target: newEmail } as const
      const told: Told[] = [
        { to: user.email, notice: { kind: 'email-changed', email: newEmail } },
        { to: newEmail, notice: { kind: 'email-verification' } },
      ]
      const entry = auditEntry(userId, { ...made, told }, clock.now())
      const changed = await attempts.during([newEmailLimit(userId)], async () => {
        const written = await users.changeEmail(
          user,
          { email: newEmail, former: freeMonths.hashOf(user.email) },
          sessionId,
          entry,
        )
        if (typeof written === 'string') throw conflict('email_taken', 'Email already registered', 'newEmail')
        if (!written) throw invalidPassword()
        return written
      })
      relay.soon(changed)
      await attempts.rememberNetwork(keyOf(newEmail), networkOf(address ?? ''))
      await credentials.tryToCloseOthers(userId, sessionId)
      await credentials.tryToRefresh(changed)
      return { message: 'Email updated' }
    },
  )
}
