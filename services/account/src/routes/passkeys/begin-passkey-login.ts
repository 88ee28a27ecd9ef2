import { PasskeyOptions } from '@utter/contracts/http/account/passkeys'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'

/** `POST /api/auth/login/passkey/options`: what a browser asks a visitor's passkeys with, whoever it is. */
export const beginPasskeyLogin: Route<Deps> = (app, { passkeys, guard }) =>
  app.post(
    '/api/auth/login/passkey/options',
    {
      access: guard.anybody,
      schema: {
        operation: { id: 'beginPasskeyLogin', tag: 'Account', summary: 'Begin a login with a passkey' },
        response: { 200: PasskeyOptions },
      },
    },
    async () => ({ ...(await passkeys.loginOptions()) }),
  )
