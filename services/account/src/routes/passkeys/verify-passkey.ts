import { WithPasskey } from '@utter/contracts/http/account/passkeys'
import { MessageAnswer } from '@utter/contracts/http/account/user-view'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { passkeyAnswerExample } from '../../operations/passkey-examples.ts'
import { verifyOwner } from '../../requests/verify-owner.ts'

/** `POST /api/auth/verify-passkey`: as `verify-password`, by a passkey of the account. */
export const verifyPasskey: Route<Deps> = (app, deps) =>
  app.post(
    '/api/auth/verify-passkey',
    {
      access: deps.guard.required(),
      schema: {
        operation: {
          id: 'verifyPasskey',
          tag: 'Account',
          summary: 'Give a passkey in place of the password',
          description: 'For 15 minutes the session may then do what needs the password to have been given.',
          example: { passkey: passkeyAnswerExample },
          refusals: { 401: 'Not logged in, or the passkey is wrong.', 429: 'Over the rate, or too many attempts.' },
        },
        body: WithPasskey,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { userId, sessionId = '' } = identityOf(request)
      const user = await verifyOwner(deps, userId, request.body)
      await deps.credentials.verified(user, sessionId)
      return { message: 'Passkey verified' }
    },
  )
