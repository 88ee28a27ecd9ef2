import { randomUUID } from 'node:crypto'
import { SignUp, UserAnswer } from '@utter/contracts/http/account'
import { conflict, invalid } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import { sessionHeader } from '@utter/http/session-hand-over'
import { failpoint } from '@utter/runtime/failpoint'
import type { Deps } from '../deps.ts'
import { hashPassword } from '../domain/passwords.ts'
import { newUser } from '../domain/user.ts'
import { userView } from '../domain/user-view.ts'

const hourSeconds = 3_600
const taken = {
  username: () => conflict('username_taken', 'Username already taken'),
  email: () => conflict('email_taken', 'Email already registered'),
}

export const signUp: Route<Deps> = (
  app,
  { users, credentials, attempts, neighbours, relay, guard, plans, limits, clock },
) =>
  app.post(
    '/api/auth/signup',
    { onRequest: guard.anybody, schema: { body: SignUp, response: { 201: UserAnswer } } },
    async (request, reply) => {
      const address = request.caller?.address ?? ''
      await attempts.check('signup', address, limits.SIGNUPS_PER_ADDRESS)
      const { username, email, password, referralCode } = request.body
      if (referralCode && !(await neighbours.isReferralCode(referralCode))) {
        throw invalid([{ field: 'referralCode', message: 'Invalid referral code' }])
      }
      const now = clock.now()
      const user = newUser(
        randomUUID(),
        { username, email, passwordHash: await hashPassword(password), referredBy: referralCode },
        now,
      )
      const inserted = await users.insert(user)
      if (typeof inserted === 'string') throw taken[inserted]()
      failpoint('signed-up')
      relay.soon(user)
      await attempts.count('signup', address, hourSeconds)
      const token = await credentials.openSession(user)
      return reply
        .code(201)
        .header(sessionHeader, token)
        .send({ user: userView(user, plans, undefined, now) })
    },
  )
