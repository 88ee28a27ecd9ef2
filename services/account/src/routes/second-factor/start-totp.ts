import { StartedTotp } from '@utter/contracts/http/account/totp'
import { identityOf } from '@utter/http/identity'
import { unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'

/** `POST /api/auth/second-factor/totp`: a secret for an app, which its first code turns on. A secret of before that was not confirmed is forgotten. */
export const startTotp: Route<Deps> = (app, { users, secondFactor, guard }) =>
  app.post(
    '/api/auth/second-factor/totp',
    {
      access: guard.fresh,
      schema: {
        operation: {
          id: 'startTotp',
          tag: 'Account',
          summary: 'Begin with an authenticator app',
          description: 'The app asks for nothing until its first code was given, within 15 minutes.',
          refusals: { 409: 'An app is on already.' },
        },
        response: { 200: StartedTotp },
      },
    },
    async (request) => {
      const user = await users.read(identityOf(request).userId)
      if (!user) throw unauthorized()
      return secondFactor.start(user)
    },
  )
