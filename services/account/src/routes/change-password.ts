import { ChangePassword, MessageAnswer } from '@utter/contracts/http/account'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/server'
import type { Deps } from '../deps.ts'
import { hashPassword } from '../domain/passwords.ts'
import { invalidPassword, verifyOwner } from '../verify-owner.ts'

/** `POST /api/auth/change-password`: for a session alone, which stays; the account's other sessions end. */
export const changePassword: Route<Deps> = (app, deps) =>
  app.post(
    '/api/auth/change-password',
    { onRequest: deps.guard.required(), schema: { body: ChangePassword, response: { 200: MessageAnswer } } },
    async (request) => {
      const { users, credentials, clock } = deps
      const { userId, sessionId } = identityOf(request)
      const { password, newPassword } = request.body
      const user = await verifyOwner(deps, userId, password)
      const passwordHash = await hashPassword(newPassword)
      // Of two changes at once the first one wins: to the other the old password is wrong by now.
      if (!(await users.changePassword(user, passwordHash, sessionId, clock.now()))) throw invalidPassword()
      await credentials.tryToCloseOtherSessions(userId, sessionId)
      return { message: 'Password changed' }
    },
  )
