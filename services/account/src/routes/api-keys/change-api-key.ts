import { ApiKeyPath, ApiKeyView, ChangeApiKey } from '@utter/contracts/http/account/api-keys'
import { identityOf, mustBeFresh } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { apiKeyView } from '../../domain/api-keys/api-key-view.ts'

/**
 * `PUT /api/keys/:id`: another name, other limits, or a pause, of all secrets of a key. Once it has answered, gateways act by it. A key that may do
 * more then needs a fresh session, as a new one does.
 */
export const changeApiKey: Route<Deps> = (app, { apiKeys, jobs, guard }) =>
  app.put(
    '/api/keys/:id',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'changeApiKey',
          tag: 'API keys',
          summary: 'Change, pause or resume a key',
          description:
            'It holds for all secrets of the key, at once. A paused key is refused with a 401 and the `code` `key_paused`. Scopes and expiry stay.',
          parameters: { id: 'The id of the key.' },
          example: { monthlyCap: 5000, rate: null },
          refusals: {
            403: 'The key could do more then, and the password was given too long ago (`code` `password_required`).',
          },
        },
        params: ApiKeyPath,
        body: ChangeApiKey,
        response: { 200: ApiKeyView },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const by = { actor: 'owner', address: request.caller?.address } as const
      const changed = await apiKeys.change(identity.userId, request.params.id, request.body, by, () =>
        mustBeFresh(identity),
      )
      return apiKeyView(changed, await jobs.usage(identity.userId))
    },
  )
