import { scopesOf } from '@utter/contracts/credential'
import { AccountByEmail } from '@utter/contracts/http/internal/account/account-by-email'
import { KeyList } from '@utter/contracts/http/internal/account/list-keys'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { userByEmail } from '../../requests/user-by-email.ts'

/** The API keys of an account, for the operator; its sessions are not among them. */
export const listKeys: Route<Deps> = (app, { users, apiKeys, guard }) =>
  app.get(
    '/internal/keys',
    { access: guard.internal('operator'), schema: { querystring: AccountByEmail, response: { 200: KeyList } } },
    async ({ query }) => {
      const tokens = await apiKeys.list(await userByEmail(users, query.email))
      return {
        keys: tokens.map(({ id, name = '', createdAt, usedAt, expiresAt, ...grant }) => ({
          id,
          name,
          scopes: scopesOf(grant),
          createdAt: createdAt.toISOString(),
          usedAt: usedAt.toISOString(),
          expiresAt: expiresAt?.toISOString() ?? null,
        })),
      }
    },
  )
