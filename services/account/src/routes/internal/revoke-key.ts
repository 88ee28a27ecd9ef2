import { AccountByEmail } from '@utter/contracts/http/internal/account/account-by-email'
import { RevokedKey } from '@utter/contracts/http/internal/account/revoke-key'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { userByEmail } from '../../requests/user-by-email.ts'

/** The end of an API key, for the operator: no request with it passes once this has answered. */
export const revokeKey: Route<Deps> = (app, { users, apiKeys, guard }) =>
  app.delete(
    '/internal/keys/:id',
    {
      access: guard.internal('operator'),
      schema: { params: RevokedKey, querystring: AccountByEmail, response: { 200: RevokedKey } },
    },
    async ({ params: { id }, query }) => {
      const { _id } = await userByEmail(users, query.email)
      if (!(await apiKeys.revoke(_id, id, { actor: 'operator' })))
        throw notFound(`The account has no key ${id}`, 'key_not_found')
      return { id }
    },
  )
