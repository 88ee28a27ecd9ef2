import { ApiKeyPath, CreatedApiKey, RerollApiKey } from '@utter/contracts/http/account/api-keys'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { apiKeyView } from '../../domain/api-keys/api-key-view.ts'

/** `POST /api/keys/:id/reroll`: a new secret for a key, whose old one stays valid for the overlap. Its id, limits and usage go on. */
export const rerollApiKey: Route<Deps> = (app, { apiKeys, jobs, guard }) =>
  app.post(
    '/api/keys/:id/reroll',
    {
      access: guard.fresh,
      schema: {
        operation: {
          id: 'rerollApiKey',
          tag: 'API keys',
          summary: 'Give a key a new secret',
          description: 'The old secret stays valid for the overlap. Id, limits and usage of the key go on.',
          parameters: { id: 'The id of the key.' },
          example: { overlapSeconds: 3600 },
        },
        params: ApiKeyPath,
        body: RerollApiKey,
        response: { 201: CreatedApiKey },
      },
    },
    async (request, reply) => {
      const { userId } = identityOf(request)
      const { id } = request.params
      const by = { actor: 'owner', address: request.caller?.address } as const
      const { key, token } = await apiKeys.reroll(userId, id, request.body?.overlapSeconds ?? 0, by)
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ ...apiKeyView(token, await jobs.usage(userId)), key })
    },
  )
