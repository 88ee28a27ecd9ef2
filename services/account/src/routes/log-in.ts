import { LogIn, UserAnswer } from '@utter/contracts/http/account'
import { Problem } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import { sessionHeader } from '@utter/http/session-hand-over'
import type { Deps } from '../deps.ts'
import { isPassword } from '../domain/passwords.ts'
import { keyOf } from '../domain/user.ts'
import { userView } from '../domain/user-view.ts'

const windowSeconds = 15 * 60

/** One sentence and one duration, whether the email is known or not. */
export const logIn: Route<Deps> = (app, { users, credentials, attempts, neighbours, guard, plans, limits, clock }) =>
  app.post(
    '/api/auth/login',
    { onRequest: guard.anybody, schema: { body: LogIn, response: { 200: UserAnswer } } },
    async (request, reply) => {
      const { email, password } = request.body
      const address = request.caller?.address ?? ''
      const name = keyOf(email)
      await attempts.check('login-name', name, limits.LOGIN_FAILURES_PER_NAME)
      await attempts.check('login-address', address, limits.LOGIN_FAILURES_PER_ADDRESS)
      const user = await users.byEmail(email)
      if (!(await isPassword(user?.passwordHash, password)) || !user) {
        await Promise.all([
          attempts.count('login-name', name, windowSeconds),
          attempts.count('login-address', address, windowSeconds),
        ])
        throw new Problem(401, 'invalid_login', 'Invalid email or password')
      }
      // A new token at each login: one that was planted before is worth nothing.
      const token = await credentials.openSession(user)
      return reply
        .header(sessionHeader, token)
        .send({ user: userView(user, plans, await neighbours.usage(user._id), clock.now()) })
    },
  )
