import { ChangeEmail, MessageAnswer, UserAnswer } from '@utter/contracts/http/account'
import { sessionHeader } from '@utter/contracts/http/session-hand-over'
import { identityOf } from '@utter/http/identity'
import { networkOf } from '@utter/http/network-of'
import { conflict, Problem, unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import type { Deps } from '../deps.ts'
import { newEmailLimit, passwordLimit } from '../domain/attempt-limits.ts'
import { isPassword } from '../domain/passwords.ts'
import { keyOf } from '../domain/user.ts'
import { userView } from '../domain/user-view.ts'

/** Who I am, leaving, and another address. */
export const sessionRoutes: Route<Deps> = (
  app,
  { users, credentials, attempts, jobs, relay, guard, plans, limits, clock },
) => {
  app.get(
    '/api/auth/me',
    { onRequest: guard.required('usage:read'), schema: { response: { 200: UserAnswer } } },
    async (request) => {
      const { userId } = identityOf(request)
      const [user, usage] = await Promise.all([users.read(userId), jobs.usage(userId)])
      if (!user) throw unauthorized()
      return { user: userView(user, plans, usage, clock.now()) }
    },
  )

  app.post(
    '/api/auth/logout',
    { onRequest: guard.anybody, schema: { response: { 200: MessageAnswer } } },
    async (request, reply) => {
      const person = request.caller?.person
      if (person?.sessionId) await credentials.closeSession(person.userId, person.sessionId)
      return reply.header(sessionHeader, '').send({ message: 'Logged out' })
    },
  )

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
        if (typeof written === 'string') throw conflict('email_taken', 'Email already registered')
        return written
      })
      if (changed) relay.soon(changed)
      await attempts.remember(keyOf(newEmail), networkOf(request.caller?.address ?? ''))
      await credentials.closeOtherSessions(userId, sessionId)
      return { message: 'Email updated' }
    },
  )
}
