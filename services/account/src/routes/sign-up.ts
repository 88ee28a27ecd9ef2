import { randomUUID } from 'node:crypto'
import { SignUp, UserAnswer } from '@utter/contracts/http/account'
import { sessionHeader } from '@utter/contracts/http/session-hand-over'
import { networkOf } from '@utter/http/network-of'
import { conflict, invalid } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import { failpoint } from '@utter/runtime/failpoint'
import type { Deps } from '../deps.ts'
import { signupGuessLimit, signupLimit } from '../domain/attempt-limits.ts'
import { hashPassword } from '../domain/passwords.ts'
import { keyOf, newUser } from '../domain/user.ts'
import { userView } from '../domain/user-view.ts'

const taken = {
  username: () => conflict('username_taken', 'Username already taken'),
  email: () => conflict('email_taken', 'Email already registered'),
}

/** `POST /api/auth/signup`: a new account and its first session. */
export const signUp: Route<Deps> = (
  app,
  { users, credentials, attempts, referral, relay, guard, plans, limits, clock },
) =>
  app.post(
    '/api/auth/signup',
    { onRequest: guard.anybody, schema: { body: SignUp, response: { 201: UserAnswer } } },
    async (request, reply) => {
      const { username, email, password, referralCode } = request.body
      const { address = '', person: identity } = request.caller ?? {}
      const network = networkOf(address)
      await attempts.during([signupGuessLimit(limits, network)], async () => {
        if (referralCode && !(await referral.isCode(referralCode))) {
          throw invalid([{ field: 'referralCode', message: 'Invalid referral code' }])
        }
        // Checked before the hash, which is expensive. Of two sign-ups at once the unique index decides.
        const field = await users.taken(username, email)
        if (field) throw taken[field]()
      })
      // Counted whatever the outcome from here on, unless the hash was refused.
      const giveBack = await attempts.take([signupLimit(limits, network)])
      const passwordHash = await hashPassword(password).catch(async (error) => {
        await giveBack()
        throw error
      })
      const now = clock.now()
      const user = newUser(randomUUID(), { username, email, passwordHash, referredBy: referralCode }, now)
      const inserted = await users.insert(user)
      if (typeof inserted === 'string') throw taken[inserted]()
      failpoint('signed-up')
      relay.soon(user)
      await attempts.rememberNetwork(keyOf(email), network)
      const token = await credentials.openSession(user)
      if (identity?.sessionId) await credentials.closeSession(identity.userId, identity.sessionId)
      return reply
        .code(201)
        .header(sessionHeader, token)
        .send({ user: userView(user, plans, undefined, now) })
    },
  )
