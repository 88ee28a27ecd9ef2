import { SecondFactorView } from '@utter/contracts/http/account/second-factor'
import { identityOf } from '@utter/http/identity'
import { unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { secondFactorView } from '../../domain/second-factor/view.ts'

/** `GET /api/auth/second-factor`: what guards the account besides its password. */
export const getSecondFactor: Route<Deps> = (app, { users, guard }) =>
  app.get(
    '/api/auth/second-factor',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'getSecondFactor',
          tag: 'Account',
          summary: 'What guards the account besides its password',
        },
        response: { 200: SecondFactorView },
      },
    },
    async (request) => {
      const user = await users.read(identityOf(request).userId)
      if (!user) throw unauthorized()
      return secondFactorView(user)
    },
  )
