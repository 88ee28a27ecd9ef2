import { WithPasskey } from '@utter/contracts/http/account/passkeys'
import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { UserAnswer } from '@utter/contracts/http/account/user-view'
import { networksOf } from '@utter/http/network-of'
import { Problem } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { visitorLoginLimits } from '../../domain/attempt-limits.ts'
import { passkeyAnswerExample } from '../../operations/passkey-examples.ts'
import { completeLogin } from '../../requests/complete-login.ts'

// The same for a passkey that no account has, and an answer that comes too late.
const notLetIn = () => new Problem(401, 'invalid_passkey', 'No account has this passkey, or it came too late')

/** `POST /api/auth/login/passkey`: in place of the password and the code. */
export const logInWithPasskey: Route<Deps> = (app, deps) => {
  const { attempts, passkeys, guard, limits } = deps
  return app.post(
    '/api/auth/login/passkey',
    {
      access: guard.anybody,
      schema: {
        operation: {
          id: 'logInWithPasskey',
          tag: 'Account',
          summary: 'Log in with a passkey',
          description: 'Sets the session cookie. Neither a password nor a code is asked for.',
          example: { passkey: passkeyAnswerExample },
          refusals: { 401: 'No account has the passkey.', 429: 'Over the rate, or too many attempts.' },
        },
        body: WithPasskey,
        response: { 200: UserAnswer },
      },
    },
    async (request, reply) => {
      const networks = networksOf(request.caller?.address ?? '')
      const user = await attempts.during(visitorLoginLimits(limits, networks), async () => {
        const found = await passkeys.logIn(request.body.passkey)
        if (!found) throw notLetIn()
        return found
      })
      const isKnownNetwork = await attempts.isKnownNetwork(user.emailKey, networks[0].network)
      const done = await completeLogin(deps, request, { user, signedInBy: 'passkey', isKnownNetwork })
      // The account's sessions were ended since.
      if (!done) throw notLetIn()
      return reply.header(sessionHeader, done.token).send({ user: done.view })
    },
  )
}
