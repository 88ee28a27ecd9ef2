import { ApiKeyViews } from '@utter/contracts/http/account/api-keys'
import { identityOf } from '@utter/http/identity'
import { unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { apiKeyView } from '../../domain/api-keys/api-key-view.ts'

/** `GET /api/keys`: the account's keys, oldest first, with the calls that jobs has counted for each. */
export const listApiKeys: Route<Deps> = (app, { users, apiKeys, jobs, guard }) =>
  app.get(
    '/api/keys',
    {
      access: guard.required(),
      schema: {
        operation: { id: 'listApiKeys', tag: 'API keys', summary: 'The API keys, oldest first' },
        response: { 200: ApiKeyViews },
      },
    },
    async (request) => {
      const { userId } = identityOf(request)
      const [user, usage] = await Promise.all([users.read(userId), jobs.usage(userId)])
      if (!user) throw unauthorized()
      return (await apiKeys.list(user)).map((token) => apiKeyView(token, usage))
    },
  )
