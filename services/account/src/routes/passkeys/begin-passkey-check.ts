import { PasskeyOptions } from '@utter/contracts/http/account/passkeys'
import { identityOf } from '@utter/http/identity'
import { unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { noSuchPasskey } from '../../lifecycle/passkeys.ts'

/** `POST /api/auth/verify-passkey/options`: what a browser asks the account's passkeys with, in place of the password. */
export const beginPasskeyCheck: Route<Deps> = (app, { users, passkeys, guard }) =>
  app.post(
    '/api/auth/verify-passkey/options',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'beginPasskeyCheck',
          tag: 'Account',
          summary: 'Begin to give a passkey in place of the password',
          refusals: { 404: 'The account has none.' },
        },
        response: { 200: PasskeyOptions },
      },
    },
    async (request) => {
      const user = await users.read(identityOf(request).userId)
      if (!user) throw unauthorized()
      if (!user.passkeys?.length) throw noSuchPasskey()
      return { ...(await passkeys.checkOptions(user)) }
    },
  )
