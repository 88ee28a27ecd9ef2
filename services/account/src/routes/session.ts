import { ChangeEmail, MessageAnswer, UserAnswer } from '@utter/contracts/http/account'
import { whoAsks } from '@utter/http/identity'
import { conflict, Problem, unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import { sessionHeader } from '@utter/http/session-hand-over'
import type { Deps } from '../deps.ts'
import { isPassword } from '../domain/passwords.ts'
import { userView } from '../domain/user-view.ts'

/** Who I am, leaving, and another address. */
export const sessionRoutes: Route<Deps> = (app, { users, credentials, neighbours, relay, guard, plans, clock }) => {
  app.get(
    '/api/auth/me',
    { onRequest: guard.required('usage:read'), schema: { response: { 200: UserAnswer } } },
    async (request) => {
      const { userId } = whoAsks(request)
      const [user, usage] = await Promise.all([users.read(userId), neighbours.usage(userId)])
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
      const { userId, sessionId } = whoAsks(request)
      const user = await users.read(userId)
      if (!user || !(await isPassword(user.passwordHash, request.body.password)))
        throw new Problem(401, 'invalid_password', 'Invalid password')
      const changed = await users.changeEmail(user, request.body.newEmail, clock.now())
      if (typeof changed === 'string') throw conflict('email_taken', 'Email already registered')
      if (changed) relay.soon(changed)
      await credentials.closeOtherSessions(userId, sessionId)
      return { message: 'Email updated' }
    },
  )
}
