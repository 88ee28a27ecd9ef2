import { AddPasskey } from '@utter/contracts/http/account/passkeys'
import { PasskeyRow } from '@utter/contracts/http/account/second-factor'
import { identityOf } from '@utter/http/identity'
import { unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { passkeyRow } from '../../domain/second-factor/passkey.ts'
import { newPasskeyExample } from '../../operations/passkey-examples.ts'
import { originOf } from '../../requests/origin-of.ts'

/** `POST /api/auth/passkeys`: by the answer to options, which were for a fresh session. */
export const addPasskey: Route<Deps> = (app, { users, passkeys, guard }) =>
  app.post(
    '/api/auth/passkeys',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'addPasskey',
          tag: 'Account',
          summary: 'Add a passkey',
          description: 'It logs in without a password and a code, and confirms what asks for the password.',
          example: { passkey: newPasskeyExample, name: 'My phone' },
          refusals: { 409: 'The account has as many as it may.' },
        },
        body: AddPasskey,
        response: { 201: PasskeyRow },
      },
    },
    async (request, reply) => {
      const { passkey, name = originOf(request).client ?? 'Passkey' } = request.body
      const user = await users.read(identityOf(request).userId)
      if (!user) throw unauthorized()
      const by = { actor: 'owner', address: request.caller?.address } as const
      return reply.code(201).send(passkeyRow(await passkeys.add(user, passkey, name, by)))
    },
  )
