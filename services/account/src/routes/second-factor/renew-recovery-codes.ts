import { RecoveryCodes } from '@utter/contracts/http/account/totp'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'

/** `POST /api/auth/second-factor/recovery-codes`: new ones, in place of all that are left. */
export const renewRecoveryCodes: Route<Deps> = (app, { secondFactor, guard }) =>
  app.post(
    '/api/auth/second-factor/recovery-codes',
    {
      access: guard.fresh,
      schema: {
        operation: {
          id: 'renewRecoveryCodes',
          tag: 'Account',
          summary: 'Get new recovery codes',
          description: 'Those of before are worth nothing then.',
          refusals: { 404: 'No app is on.' },
        },
        response: { 200: RecoveryCodes },
      },
    },
    async (request) => {
      const by = { actor: 'owner', address: request.caller?.address } as const
      return { recoveryCodes: await secondFactor.renewRecoveryCodes(identityOf(request).userId, by) }
    },
  )
