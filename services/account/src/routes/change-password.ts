import { ChangePassword } from '@utter/contracts/http/account/owner-acts'
import { MessageAnswer } from '@utter/contracts/http/account/user-view'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { auditEntry, type Told } from '../domain/audit-entry.ts'
import { hashPassword } from '../domain/passwords.ts'
import { invalidPassword, verifyOwner } from '../requests/verify-owner.ts'

/** `POST /api/auth/change-password`: for a session alone, which stays; the account's other sessions end. */
export const changePassword: Route<Deps> = (app, deps) =>
  app.post(
    '/api/auth/change-password',
    {
      access: deps.guard.required(),
      schema: {
        operation: {
          id: 'changePassword',
          tag: 'Account',
          summary: 'Change the password',
          description: 'The other sessions of the account end, and with `revokeKeys` its API keys.',
          example: { password: 'a long password', newPassword: 'a longer password' },
          refusals: {
            401: 'Not logged in, or the password or the passkey is wrong.',
            429: 'Over the rate, or too many attempts.',
          },
        },
        body: ChangePassword,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { users, credentials, relay, clock } = deps
      const { userId, sessionId } = identityOf(request)
      const { newPassword, revokeKeys } = request.body
      const user = await verifyOwner(deps, userId, request.body)
      const passwordHash = await hashPassword(newPassword)
      // The first of two changes at once wins: the other one's old password is wrong by now.
      const target = revokeKeys ? 'all API keys ended' : undefined
      const by = { actor: 'owner', address: request.caller?.address } as const
      const told: Told[] = [{ notice: { kind: 'password-changed' } }]
      const entry = auditEntry(userId, { ...by, action: 'password-changed', target, told }, clock.now())
      const changed = await users.changePassword(user, passwordHash, { keptSession: sessionId, revokeKeys }, entry)
      if (!changed) throw invalidPassword()
      relay.soon(changed)
      await credentials.tryToCloseOthers(userId, sessionId, { withKeys: revokeKeys })
      return { message: 'Password changed' }
    },
  )
