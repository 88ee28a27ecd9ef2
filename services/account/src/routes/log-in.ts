import { LogIn, UserAnswer } from '@utter/contracts/http/account'
import { sessionHeader } from '@utter/contracts/http/session-hand-over'
import { networkOf } from '@utter/http/network-of'
import { Problem } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import type { Deps } from '../deps.ts'
import { loginLimits } from '../domain/attempt-limits.ts'
import { isPassword } from '../domain/passwords.ts'
import { keyOf } from '../domain/user.ts'
import { userView } from '../domain/user-view.ts'
import { originOf } from '../origin-of.ts'

const invalidLogin = () => new Problem(401, 'invalid_login', 'Invalid email or password')

/** `POST /api/auth/login`: one sentence and one duration, whether the email is known or not. */
export const logIn: Route<Deps> = (app, { users, credentials, attempts, relay, jobs, guard, plans, limits, clock }) =>
  app.post(
    '/api/auth/login',
    { onRequest: guard.anybody, schema: { body: LogIn, response: { 200: UserAnswer } } },
    async (request, reply) => {
      const { email, password } = request.body
      const { address = '', identity, device } = request.caller ?? {}
      const [name, network] = [keyOf(email), networkOf(address)]
      const isKnownNetwork = await attempts.isKnownNetwork(name, network)
      const user = await attempts.during(loginLimits(limits, name, network, isKnownNetwork), async () => {
        const found = await users.byEmail(email)
        if (!(await isPassword(found?.passwordHash, password)) || !found) throw invalidLogin()
        return found
      })
      await attempts.rememberNetwork(name, network)
      const moved = device && (await users.changeDevice(user._id, device, clock.now()))
      if (moved) relay.soon(moved)
      // A new token at each login, so that one that was planted before is worth nothing; the session that came with the request ends.
      const token = await credentials.openSession(user, originOf(request))
      // The password was changed since it was compared.
      if (token === null) throw invalidLogin()
      if (identity?.sessionId) await credentials.closeSession(identity.userId, identity.sessionId)
      return reply
        .header(sessionHeader, token)
        .send({ user: userView(user, plans, await jobs.usage(user._id), clock.now()) })
    },
  )
