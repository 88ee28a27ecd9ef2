import { Credential } from '@utter/contracts/credential'
import { Instant, UserId } from '@utter/contracts/ids'
import type { Route } from '@utter/http/server'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { userByEmail } from '../user-by-email.ts'

const ByEmail = z.object({ email: z.string() })
const Found = z.object({
  userId: UserId,
  username: z.string(),
  email: z.string(),
  tier: z.string(),
  signedUpAt: Instant,
})

/** For gateways and the operator; the gateway forwards none of it. */
export const internalRoutes: Route<Deps> = (app, { users, credentials, guard, clock }) => {
  const [gateway, operator] = [guard.internal('gateway'), guard.internal('operator')]

  /** Without a copy when the gateway has found Redis unavailable: waiting for it once is enough. */
  const Wanted = z.object({ hash: z.string(), copy: z._default(z.boolean(), true) })
  const Resolved = z.object({ credential: z.nullable(Credential) })
  app.post(
    '/internal/credentials',
    { onRequest: gateway, schema: { body: Wanted, response: { 200: Resolved } } },
    async ({ body }) => ({
      credential: await credentials.resolve(body.hash, body.copy),
    }),
  )

  app.get(
    '/internal/accounts',
    { onRequest: operator, schema: { querystring: ByEmail, response: { 200: Found } } },
    async ({ query }) => {
      const user = await userByEmail(users, query.email)
      return {
        userId: user._id,
        username: user.username,
        email: user.email,
        tier: user.subscriptionTier,
        signedUpAt: user.createdAt.toISOString(),
      }
    },
  )

  const Rate = z.object({
    email: z.string(),
    rate: z.number().check(z.int('rate must be a whole number'), z.gte(1, 'rate must be at least 1')),
  })
  app.put(
    '/internal/rates',
    { onRequest: operator, schema: { body: Rate, response: { 200: Rate } } },
    async ({ body }) => {
      const user = await users.setRate((await userByEmail(users, body.email))._id, body.rate, clock.now())
      if (user) await credentials.refresh(user)
      return body
    },
  )
}
