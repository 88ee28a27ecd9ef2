import { PasskeyOptions } from '@utter/contracts/http/account/passkeys'
import { identityOf } from '@utter/http/identity'
import { unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'

/** `POST /api/auth/passkeys/options`: what a browser makes a new passkey with. */
export const beginPasskey: Route<Deps> = (app, { users, passkeys, guard }) =>
  app.post(
    '/api/auth/passkeys/options',
    {
      access: guard.fresh,
      schema: {
        operation: { id: 'beginPasskey', tag: 'Account', summary: 'Begin with a new passkey' },
        response: { 200: PasskeyOptions },
      },
    },
    async (request) => {
      const user = await users.read(identityOf(request).userId)
      if (!user) throw unauthorized()
      return { ...(await passkeys.newOptions(user)) }
    },
  )
