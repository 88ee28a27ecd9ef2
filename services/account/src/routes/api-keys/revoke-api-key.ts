import { ApiKeyPath } from '@utter/contracts/http/account/api-keys'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { noSuchKey } from '../../lifecycle/api-keys.ts'

/** `DELETE /api/keys/:id`: once it has answered, no gateway lets the key pass. */
export const revokeApiKey: Route<Deps> = (app, { apiKeys, guard }) =>
  app.delete(
    '/api/keys/:id',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'revokeApiKey',
          tag: 'API keys',
          summary: 'Revoke a key',
          parameters: { id: 'The id of the key.' },
          answers: { 204: { description: 'It is worth nothing any more.' } },
        },
        params: ApiKeyPath,
      },
    },
    async (request, reply) => {
      const by = { actor: 'owner', address: request.caller?.address } as const
      if (!(await apiKeys.revoke(identityOf(request).userId, request.params.id, by))) throw noSuchKey()
      return reply.code(204).send()
    },
  )
