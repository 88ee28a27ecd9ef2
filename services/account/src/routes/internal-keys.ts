import { Scope } from '@utter/contracts/credential'
import { Instant } from '@utter/contracts/ids'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { userByEmail } from '../user-by-email.ts'

const NewKey = z.object({
  email: z.string(),
  name: z.string(),
  scopes: z.array(Scope),
  /** After which it stands for nothing; without it a key has no end. */
  days: z.optional(z.number().check(z.int('days must be a whole number'), z.gte(1, 'days must be at least 1'))),
})
const MadeKey = z.object({ id: z.string(), key: z.string() })

const Keys = z.object({
  keys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      scopes: z.array(Scope),
      createdAt: Instant,
      /** Not more exact than a day. */
      usedAt: Instant,
      expiresAt: z.nullable(Instant),
    }),
  ),
})
const ByEmail = z.object({ email: z.string() })

/** For the operator: the keys of an account. What a key is made of is shown once, when it is made. */
export const internalKeyRoutes: Route<Deps> = (app, { users, credentials, guard }) => {
  const onRequest = guard.internal('operator')

  app.post(
    '/internal/keys',
    { onRequest, schema: { body: NewKey, response: { 201: MadeKey } } },
    async ({ body: { email, name, scopes, days } }, reply) =>
      reply.code(201).send(await credentials.createKey(await userByEmail(users, email), name, scopes, days)),
  )

  app.get(
    '/internal/keys',
    { onRequest, schema: { querystring: ByEmail, response: { 200: Keys } } },
    async ({ query }) => {
      const tokens = await credentials.keys((await userByEmail(users, query.email))._id)
      return {
        keys: tokens.map(({ id, name = '', scopes, createdAt, usedAt, expiresAt }) => ({
          id,
          name,
          scopes,
          createdAt: createdAt.toISOString(),
          usedAt: usedAt.toISOString(),
          expiresAt: expiresAt?.toISOString() ?? null,
        })),
      }
    },
  )

  const Revoked = z.object({ id: z.string() })
  app.delete(
    '/internal/keys/:id',
    { onRequest, schema: { params: Revoked, querystring: ByEmail, response: { 200: Revoked } } },
    async ({ params: { id }, query }) => {
      const { _id } = await userByEmail(users, query.email)
      if (!(await credentials.revokeKey(_id, id))) throw notFound(`The account has no key ${id}`, 'key_not_found')
      return { id }
    },
  )
}
