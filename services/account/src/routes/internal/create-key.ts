import { CreatedKey, CreateKey } from '@utter/contracts/http/internal/create-key'
import type { Route } from '@utter/http/server'
import type { Deps } from '../../deps.ts'
import { userByEmail } from '../../user-by-email.ts'

/** A new API key of an account, for the operator. */
export const createKey: Route<Deps> = (app, { users, credentials, guard }) =>
  app.post(
    '/internal/keys',
    { onRequest: guard.internal('operator'), schema: { body: CreateKey, response: { 201: CreatedKey } } },
    async ({ body: { email, name, scopes, days } }, reply) =>
      reply.code(201).send(await credentials.createKey(await userByEmail(users, email), name, scopes, days)),
  )
