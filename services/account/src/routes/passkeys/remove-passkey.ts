import { PasskeyPath } from '@utter/contracts/http/account/passkeys'
import { identityOf } from '@utter/http/identity'
import { unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { noSuchPasskey } from '../../lifecycle/passkeys.ts'

/** `DELETE /api/auth/passkeys/:id`: it logs in nobody from then on; sessions that it began go on. */
export const removePasskey: Route<Deps> = (app, { users, passkeys, guard }) =>
  app.delete(
    '/api/auth/passkeys/:id',
    {
      access: guard.fresh,
      schema: {
        operation: {
          id: 'removePasskey',
          tag: 'Account',
          summary: 'Remove a passkey',
          parameters: { id: 'The id of the passkey.' },
          answers: { 204: { description: 'It is worth nothing any more.' } },
        },
        params: PasskeyPath,
      },
    },
    async (request, reply) => {
      const user = await users.read(identityOf(request).userId)
      if (!user) throw unauthorized()
      const by = { actor: 'owner', address: request.caller?.address } as const
      if (!(await passkeys.remove(user, request.params.id, by))) throw noSuchPasskey()
      return reply.code(204).send()
    },
  )
