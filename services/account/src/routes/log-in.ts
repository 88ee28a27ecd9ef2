import { LogIn } from '@utter/contracts/http/account/account'
import type { AuditAction, AuditActor } from '@utter/contracts/http/account/audit'
import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { UserAnswer } from '@utter/contracts/http/account/user-view'
import { networksOf } from '@utter/http/network-of'
import { Problem } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { loginLimits } from '../domain/attempt-limits.ts'
import { auditEntry, type Told } from '../domain/audit-entry.ts'
import { keyOf } from '../domain/user.ts'
import { userView } from '../domain/user-view.ts'
import { originOf } from '../requests/origin-of.ts'
import { withPassword } from '../requests/with-password.ts'

/** The notice of a login from a place that was not seen before. */
const placeTold = (address: string, client?: string): Told => ({
  notice: { kind: 'signed-in', ...(address && { address }), ...(client && { client }) },
})
const invalidLogin = () => new Problem(401, 'invalid_login', 'Invalid email or password')

/** `POST /api/auth/login`: one sentence and one duration, whether the email is known or not. */
export const logIn: Route<Deps> = (app, deps) => {
  const { users, credentials, attempts, sightings, audit, relay, jobs, guard, plans, limits, clock } = deps

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
          refusals: { 401: 'Invalid email or password.', 429: 'Over the rate, or too many attempts.' },
        },
        body: LogIn,
        response: { 200: UserAnswer },
      },
    },
    async (request, reply) => {
      const { email, password } = request.body
      const { address = '', identity, device } = request.caller ?? {}
      const [name, networks] = [keyOf(email), networksOf(address)]
      const [{ network }] = networks
      const origin = originOf(request)
      const entryOf = (action: AuditAction, actor: AuditActor, userId: string) =>
        auditEntry(userId, { action, actor, address, target: origin.client }, clock.now())
      const isKnownNetwork = await attempts.isKnownNetwork(name, network)
      const user = await attempts.during(loginLimits(limits, name, networks, isKnownNetwork), async () => {
        const found = await users.byEmail(email)
        const right = await withPassword({ users, clock }, found, password)
        if (right) return right
        if (found) audit.countFailureSoon(entryOf('login-failed', 'visitor', found._id), network)
        throw invalidLogin()
      })
      await attempts.rememberNetwork(name, network)
      await sightings.add(user._id, address)
      const moved = device && (await users.changeDevice(user._id, device, clock.now()))
      const entry = entryOf('logged-in', 'owner', user._id)
      // A known browser at another network is its owner on a journey.
      const isNewPlace = !isKnownNetwork && (moved || !device)
      const noted = isNewPlace
        ? await users.noteLogin(user._id, { ...entry, told: [placeTold(address, origin.client)] })
        : null
      if (!isNewPlace) await audit.add(entry)
      const changed = noted ?? moved
      if (changed) relay.soon(changed)
      // A new token at each login, so that one that was planted before is worth nothing; the session that came with the request ends.
      const token = await credentials.openSession(user, origin)
      // The password was changed since it was compared.
      if (token === null) throw invalidLogin()
      if (identity?.sessionId) await credentials.closeSession(identity.userId, identity.sessionId)
      return reply
        .header(sessionHeader, token)
        .send({ user: userView(user, plans, await jobs.usage(user._id), clock.now()) })
    },
  )
}
