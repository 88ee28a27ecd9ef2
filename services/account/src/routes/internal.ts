import { Credential, Scope } from '@utter/contracts/credential'
import { Instant, UserId } from '@utter/contracts/ids'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'

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
  const onRequest = guard.internal
  const byEmail = async (email: string) => {
    const user = await users.byEmail(email)
    if (!user) throw notFound(`No account has the email ${email}`, 'account_not_found')
    return user
  }

  /** Without a copy when the gateway has found Redis away: waiting for it once is enough. */
  const Wanted = z.object({ hash: z.string(), copy: z._default(z.boolean(), true) })
  const Resolved = z.object({ credential: z.nullable(Credential) })
  app.post(
    '/internal/credentials',
    { onRequest, schema: { body: Wanted, response: { 200: Resolved } } },
    async ({ body }) => ({
      credential: await credentials.resolve(body.hash, body.copy),
    }),
  )

  app.get(
    '/internal/accounts',
    { onRequest, schema: { querystring: ByEmail, response: { 200: Found } } },
    async ({ query }) => {
      const user = await byEmail(query.email)
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
  app.put('/internal/rates', { onRequest, schema: { body: Rate, response: { 200: Rate } } }, async ({ body }) => {
    const user = await users.setRate((await byEmail(body.email))._id, body.rate, clock.now())
    if (user) await credentials.refresh(user)
    return body
  })

  const NewKey = z.object({ email: z.string(), name: z.string(), scopes: z.array(Scope) })
  const MadeKey = z.object({ id: z.string(), key: z.string() })
  app.post(
    '/internal/keys',
    { onRequest, schema: { body: NewKey, response: { 201: MadeKey } } },
    async ({ body }, reply) =>
      reply.code(201).send(await credentials.createKey(await byEmail(body.email), body.name, body.scopes)),
  )
}
