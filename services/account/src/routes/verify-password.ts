import { VerifyPassword } from '@utter/contracts/http/account/account'
import { MessageAnswer } from '@utter/contracts/http/account/user-view'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { verifyOwner } from '../requests/verify-owner.ts'

/** `POST /api/auth/verify-password`: for a session alone, which is a fresh one for 15 minutes, as after a login. */
export const verifyPassword: Route<Deps> = (app, deps) =>
  app.post(
    '/api/auth/verify-password',
    {
      access: deps.guard.required(),
      schema: {
        operation: {
          id: 'verifyPassword',
          tag: 'Account',
          summary: 'Give the password again',
          description: 'For 15 minutes the session may then make API keys, and set the webhook and its secret.',
          example: { password: 'a long password' },
          refusals: { 401: 'Not logged in, or the password is wrong.', 429: 'Over the rate, or too many attempts.' },
        },
        body: VerifyPassword,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { userId, sessionId = '' } = identityOf(request)
      const user = await verifyOwner(deps, userId, request.body)
      await deps.credentials.verified(user, sessionId)
      return { message: 'Password verified' }
    },
  )
