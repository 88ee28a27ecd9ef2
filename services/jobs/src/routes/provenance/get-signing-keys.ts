import { SigningKeySet } from '@utter/contracts/http/provenance/verify'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { provenanceOperations } from '../../operations/provenance.ts'

/** `GET /.well-known/utter-keys.json`: the public keys, by which anybody verifies without us. */
export const getSigningKeys: Route<Deps> = (app, { guard, statements }) =>
  app.get(
    '/.well-known/utter-keys.json',
    {
      access: guard.anybody,
      schema: { operation: provenanceOperations.keys, response: { 200: SigningKeySet } },
    },
    async (_request, reply) => {
      // Public, and read by pages of other sites too.
      reply.headers({ 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' })
      return statements.keySet
    },
  )
