import { MessageAnswer } from '@utter/contracts/http/account/user-view'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'

/** `DELETE /api/auth/second-factor/totp`: a password is enough again, and the recovery codes are worth nothing. */
export const turnOffTotp: Route<Deps> = (app, { secondFactor, guard }) =>
  app.delete(
    '/api/auth/second-factor/totp',
    {
      access: guard.fresh,
      schema: {
        operation: {
          id: 'turnOffTotp',
          tag: 'Account',
          summary: 'Turn the authenticator app off',
          description: 'The recovery codes are worth nothing then.',
          refusals: { 404: 'No app is on.' },
        },
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      await secondFactor.turnOff(identityOf(request).userId, { actor: 'owner', address: request.caller?.address })
      return { message: 'The authenticator app is off' }
    },
  )
