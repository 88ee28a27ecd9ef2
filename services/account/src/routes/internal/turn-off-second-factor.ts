import { AccountByEmail } from '@utter/contracts/http/internal/account/account-by-email'
import { TurnedOffSecondFactor } from '@utter/contracts/http/internal/account/turn-off-second-factor'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { userByEmail } from '../../requests/user-by-email.ts'

/** Turns an authenticator app off, for the operator, whose account's owner has lost it and the recovery codes. */
export const turnOffSecondFactor: Route<Deps> = (app, { users, secondFactor, guard }) =>
  app.delete(
    '/internal/second-factors',
    {
      access: guard.internal('operator'),
      schema: { querystring: AccountByEmail, response: { 200: TurnedOffSecondFactor } },
    },
    async ({ query: { email } }) => {
      const { _id, totp } = await userByEmail(users, email)
      if (totp) await secondFactor.turnOff(_id, { actor: 'operator' })
      return { wasOn: totp !== undefined }
    },
  )
