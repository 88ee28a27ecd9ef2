import { CreatedApiKey, expiryInPast, NewApiKey } from '@utter/contracts/http/account/api-keys'
import { identityOf } from '@utter/http/identity'
import { invalid } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { apiKeyView } from '../../domain/api-keys/api-key-view.ts'

/** `POST /api/keys`: for a session alone, so that no key makes others. The only answer that holds the key. */
export const createApiKey: Route<Deps> = (app, { apiKeys, guard, clock }) =>
  app.post(
    '/api/keys',
    {
      access: guard.fresh,
      schema: {
        operation: {
          id: 'createApiKey',
          tag: 'API keys',
          summary: 'Make an API key',
          example: { name: 'my program', scopes: ['jobs:write', 'jobs:read'] },
          refusals: { 409: 'The account has as many keys as it may have.' },
        },
        body: NewApiKey,
        response: { 201: CreatedApiKey },
      },
    },
    async (request, reply) => {
      const { name, scopes, networks, rate, monthlyCap } = request.body
      const expiresAt = request.body.expiresAt ? new Date(request.body.expiresAt) : undefined
      if (expiresAt && expiresAt <= clock.now()) throw invalid([expiryInPast])
      const wanted = {
        name: name.trim(),
        scopes: [...new Set(scopes)],
        ...(expiresAt && { expiresAt }),
        ...(networks?.length && { networks }),
        ...(rate && { rate }),
        ...(monthlyCap && { monthlyCap }),
      }
      const by = { actor: 'owner', address: request.caller?.address } as const
      const { key, token } = await apiKeys.create(identityOf(request).userId, wanted, by)
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ ...apiKeyView(token, undefined), key })
    },
  )
