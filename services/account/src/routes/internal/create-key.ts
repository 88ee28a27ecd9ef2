import { CreatedKey, CreateKey } from '@utter/contracts/http/internal/account/create-key'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { userByEmail } from '../../requests/user-by-email.ts'

/** A new API key of an account, for the operator. */
export const createKey: Route<Deps> = (app, { users, apiKeys, guard, clock }) =>
  app.post(
    '/internal/keys',
    { access: guard.internal('operator'), schema: { body: CreateKey, response: { 201: CreatedKey } } },
    async ({ body: { email, name, scopes, days } }, reply) => {
      const { _id } = await userByEmail(users, email)
      const expiresAt = days === undefined ? undefined : new Date(clock.now().getTime() + days * 24 * 3_600_000)
      const { key, token } = await apiKeys.create(
        _id,
        { name, scopes, ...(expiresAt && { expiresAt }) },
        { actor: 'operator' },
      )
      return reply.code(201).send({ id: token.id, key })
    },
  )
