import { PasskeyPath, RenamePasskey } from '@utter/contracts/http/account/passkeys'
import { PasskeyRow } from '@utter/contracts/http/account/second-factor'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { passkeyRow } from '../../domain/second-factor/passkey.ts'
import { noSuchPasskey } from '../../lifecycle/passkeys.ts'

/** `PUT /api/auth/passkeys/:id`: another name, by which its owner knows it. */
export const renamePasskey: Route<Deps> = (app, { passkeys, guard }) =>
  app.put(
    '/api/auth/passkeys/:id',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'renamePasskey',
          tag: 'Account',
          summary: 'Rename a passkey',
          example: { name: 'My phone' },
          parameters: { id: 'The id of the passkey.' },
        },
        params: PasskeyPath,
        body: RenamePasskey,
        response: { 200: PasskeyRow },
      },
    },
    async (request) => {
      const renamed = await passkeys.rename(identityOf(request).userId, request.params.id, request.body.name)
      if (!renamed) throw noSuchPasskey()
      return passkeyRow(renamed)
    },
  )
