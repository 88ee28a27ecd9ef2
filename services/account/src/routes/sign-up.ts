import { randomUUID } from 'node:crypto'
import { SignUp } from '@utter/contracts/http/account/account'
import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { UserAnswer } from '@utter/contracts/http/account/user-view'
import { networksOf } from '@utter/http/network-of'
import { conflict, invalid, unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import { failpoint } from '@utter/runtime/failpoint'
import type { Deps } from '../deps.ts'
import { signupGuessLimits, signupLimits } from '../domain/attempt-limits.ts'
import { auditEntry, type Told } from '../domain/audit-entry.ts'
import { hashPassword } from '../domain/passwords.ts'
import { keyOf, newUser } from '../domain/user.ts'
import { userView } from '../domain/user-view.ts'
import { originOf } from '../requests/origin-of.ts'

const taken = {
  username: () => conflict('username_taken', 'Username already taken', 'username'),
  email: () => conflict('email_taken', 'Email already registered', 'email'),
}

/** `POST /api/auth/signup`: a new account and its first session. */
export const signUp: Route<Deps> = (app, deps) =>
  app.post(
    '/api/auth/signup',
    {
      access: deps.guard.anybody,
      schema: {
        operation: {
          id: 'signUp',
          tag: 'Account',
          summary: 'Make an account and log in',
          description: 'Sets the session cookie.',
          example: { username: 'ada', email: 'ada@example.com', password: 'a long password' },
          refusals: {
            403: 'A proof of work is needed: `challenge` is to be solved, and the request sent again with it as `proof`.',
            409: 'The username or the email is taken.',
            429: 'Over the rate, or too many sign-ups from this address.',
          },
        },
        body: SignUp,
        response: { 201: UserAnswer },
      },
    },
    async (request, reply) => {
      const { users, freeMonths, sightings, credentials, attempts, relay, plans, limits, clock } = deps
      const { username, email, referralCode, language } = request.body
      const { address = '', identity, device } = request.caller ?? {}
      const networks = networksOf(address)

      // The hash is expensive: what would be refused anyway is refused before it.
      const referrer = await attempts.during(signupGuessLimits(limits, networks), () => checkSignUp(deps, request.body))
      const passwordHash = await hashWithin(deps, networks, request.body)

      const now = clock.now()
      const id = randomUUID()
      const told: Told[] = [{ to: email, notice: { kind: 'email-verification' } }]
      const entry = auditEntry(id, { action: 'signed-up', actor: 'owner', address, told }, now)
      const continued = await freeMonths.continued(email)
      const isOwn = referrer !== undefined && (await sightings.has(referrer, address))
      const referredBy = continued.continues || isOwn ? undefined : referralCode
      const given = { username, email, passwordHash, referredBy, device, language, ...continued }
      const user = newUser(id, given, now, [entry])
      const inserted = await users.insert(user)
      // The unique index decides between two sign-ups at once.
      if (typeof inserted === 'string') throw taken[inserted]()
      failpoint('signed-up')
      relay.soon(user)

      await attempts.rememberNetwork(keyOf(email), networks[0].network)
      await sightings.add(id, address)
      const token = await credentials.openSession(user, { ...originOf(request), signedInBy: 'password' })
      if (token === null) throw unauthorized()
      if (identity?.sessionId) await credentials.closeSession(identity.userId, identity.sessionId)
      return reply
        .code(201)
        .header(sessionHeader, token)
        .send({ user: userView(user, plans, undefined, now) })
    },
  )

/**
 * @returns the account that has the referral code, if it is known
 * @throws Problem 400 for a code that does not exist, 409 for a name or an email that is taken
 */
async function checkSignUp(
  { users, referral }: Deps,
  { username, email, referralCode }: SignUp,
): Promise<string | undefined> {
  const owner = referralCode ? await referral.ownerOf(referralCode) : {}
  if (!owner) throw invalid([{ field: 'referralCode', message: 'Invalid referral code' }])
  const field = await users.taken(username, email)
  if (field) throw taken[field]()
  return owner.userId
}

/** Counts an attempt and hashes a password; the attempt is given back only if a proof is owed, or the hashing itself is refused. */
async function hashWithin(
  { attempts, signUpProof, limits }: Deps,
  networks: ReturnType<typeof networksOf>,
  { password, proof }: SignUp,
): Promise<string> {
  const ownLimits = signupLimits(limits, networks)
  const giveBack = await attempts.take(ownLimits)
  try {
    // Counted after they were taken: of many at once none is overlooked.
    const counts = await Promise.all(ownLimits.map(attempts.count))
    const others = counts.map((count, index) => Math.floor((count - 1) / (networks[index]?.times ?? 1)))
    await signUpProof.check(proof, networks[0].network, Math.max(...others))
    return await hashPassword(password)
  } catch (error) {
    await giveBack()
    throw error
  }
}
