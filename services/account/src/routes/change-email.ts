import { ChangeEmail, MessageAnswer } from '@utter/contracts/http/account'
import { identityOf } from '@utter/http/identity'
import { networkOf } from '@utter/http/network-of'
import { conflict, Problem } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import type { Deps } from '../deps.ts'
import { newEmailLimit, passwordLimit } from '../domain/attempt-limits.ts'
import { isPassword } from '../domain/passwords.ts'
import { keyOf } from '../domain/user.ts'

/** `POST /api/auth/update-email`: for a session alone, which stays; the account's other sessions end. */
export const changeEmail: Route<Deps> = (app, { users, credentials, attempts, relay, guard, limits, clock }) =>
  app.post(
    '/api/auth/update-email',
    { onRequest: guard.required(), schema: { body: ChangeEmail, response: { 200: MessageAnswer } } },
    async (request) => {
      const { userId, sessionId } = identityOf(request)
      const { newEmail, password } = request.body
      const user = await attempts.during([passwordLimit(limits, userId)], async () => {
        const found = await users.read(userId)
        if (!found || !(await isPassword(found.passwordHash, password)))
          throw new Problem(401, 'invalid_password', 'Invalid password')
        return found
      })
      const changed = await attempts.during([newEmailLimit(userId)], async () => {
        const written = await users.changeEmail(user, newEmail, clock.now())
        if (typeof written === 'string') throw conflict('email_taken', 'Email already registered', 'newEmail')
        return written
      })
      if (changed) relay.soon(changed)
      await attempts.rememberNetwork(keyOf(newEmail), networkOf(request.caller?.address ?? ''))
      await credentials.closeOtherSessions(userId, sessionId)
      return { message: 'Email updated' }
    },
  )
