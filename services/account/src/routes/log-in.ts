import { LogIn } from '@utter/contracts/http/account/account'
import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { UserAnswer } from '@utter/contracts/http/account/user-view'
import { networksOf } from '@utter/http/network-of'
import { Problem } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { loginLimits } from '../domain/attempt-limits.ts'
import { auditEntry } from '../domain/audit-entry.ts'
import { keyOf } from '../domain/user.ts'
import { completeLogin } from '../requests/complete-login.ts'
import { originOf } from '../requests/origin-of.ts'
import { withPassword } from '../requests/with-password.ts'

const invalidLogin = () => new Problem(401, 'invalid_login', 'Invalid email or password')

/** `POST /api/auth/login`: one sentence and one duration, whether the email is known or not. */
export const logIn: Route<Deps> = (app, deps) => {
  const { users, attempts, audit, secondFactor, guard, limits, clock } = deps

  return app.post(
    '/api/auth/login',
    {
      access: guard.anybody,
      schema: {
        operation: {
          id: 'logIn',
          tag: 'Account',
          summary: 'Log in',
          description:
            'Sets the session cookie. The sentence of a refusal is the same for an unknown email and a wrong password.',
          example: { email: 'ada@example.com', password: 'a long password' },
          refusals: {
            401: 'Invalid email or password; or, with the code `second_factor_required`, a code is needed too: `ticket` is for the second step.',
            429: 'Over the rate, or too many attempts.',
          },
        },
        body: LogIn,
        response: { 200: UserAnswer },
      },
    },
    async (request, reply) => {
      const { email, password } = request.body
      const { address = '' } = request.caller ?? {}
      const [name, networks] = [keyOf(email), networksOf(address)]
      const [{ network }] = networks
      const isKnownNetwork = await attempts.isKnownNetwork(name, network)
      const user = await attempts.during(loginLimits(limits, name, networks, isKnownNetwork), async () => {
        const found = await users.byEmail(email)
        const right = await withPassword({ users, clock }, found, password)
        if (right) return right
        const made = { action: 'login-failed', actor: 'visitor', address, target: originOf(request).client } as const
        if (found) audit.countFailureSoon(auditEntry(found._id, made, clock.now()), network)
        throw invalidLogin()
      })
      if (user.totp) throw await secondFactor.codeNeeded(user)
      const done = await completeLogin(deps, request, { user, signedInBy: 'password', isKnownNetwork })
      // The password was changed since it was compared.
      if (!done) throw invalidLogin()
      return reply.header(sessionHeader, done.token).send({ user: done.view })
    },
  )
}
