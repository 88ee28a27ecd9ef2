import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { LogInWithCode } from '@utter/contracts/http/account/totp'
import { UserAnswer } from '@utter/contracts/http/account/user-view'
import { networksOf } from '@utter/http/network-of'
import { Problem } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { codeLimits, visitorLoginLimits } from '../../domain/attempt-limits.ts'
import { auditEntry } from '../../domain/audit-entry.ts'
import { completeLogin } from '../../requests/complete-login.ts'
import { originOf } from '../../requests/origin-of.ts'

// The same for a wrong code, one that was used, and a ticket that is over.
const notLetIn = () => new Problem(401, 'invalid_code', 'This code is not valid, or it came too late')

/** `POST /api/auth/login/second-factor`: the second step of a login. A wrong code leaves the ticket as it is. */
export const logInWithCode: Route<Deps> = (app, deps) => {
  const { attempts, audit, secondFactor, guard, limits, clock } = deps
  return app.post(
    '/api/auth/login/second-factor',
    {
      access: guard.anybody,
      schema: {
        operation: {
          id: 'logInWithCode',
          tag: 'Account',
          summary: 'Log in, the second step',
          description: 'Sets the session cookie. A code is good for one login, and so is the ticket.',
          example: { ticket: 'as the refusal of the first step has it', code: '123456' },
          refusals: { 401: 'The code or the ticket is not valid.', 429: 'Over the rate, or too many attempts.' },
        },
        body: LogInWithCode,
        response: { 200: UserAnswer },
      },
    },
    async (request, reply) => {
      const { ticket, code } = request.body
      const { address = '' } = request.caller ?? {}
      const networks = networksOf(address)
      const [{ network }] = networks
      const waiting = await secondFactor.accountOf(ticket)
      const isKnownNetwork = waiting !== null && (await attempts.isKnownNetwork(waiting.emailKey, network))
      const allowed = waiting
        ? codeLimits(limits, waiting, networks, isKnownNetwork)
        : visitorLoginLimits(limits, networks)
      const { user, signedInBy } = await attempts.during(allowed, async () => {
        const taken = waiting && (await secondFactor.take(waiting, code, { actor: 'owner', address }))
        if (taken && (await secondFactor.spend(ticket))) return taken
        const made = { action: 'code-failed', actor: 'visitor', address, target: originOf(request).client } as const
        if (waiting && !taken) audit.countFailureSoon(auditEntry(waiting._id, made, clock.now()), `${network} code`)
        throw notLetIn()
      })
      const done = await completeLogin(deps, request, { user, signedInBy, isKnownNetwork })
      // The password was changed since it was compared.
      if (!done) throw notLetIn()
      return reply.header(sessionHeader, done.token).send({ user: done.view })
    },
  )
}
