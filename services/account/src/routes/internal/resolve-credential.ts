import { ResolveCredential, ResolvedCredential } from '@utter/contracts/http/internal/account/resolve-credential'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'

/** The credential of a token: called by a gateway that does not find it in Redis. */
export const resolveCredential: Route<Deps> = (app, { credentials, guard }) =>
  app.post(
    '/internal/credentials',
    {
      access: guard.internal('gateway'),
      schema: { body: ResolveCredential, response: { 200: ResolvedCredential } },
    },
    async ({ body }) => ({ credential: await credentials.resolve(body.hash, body.cache) }),
  )
