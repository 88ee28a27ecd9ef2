import { AccountByEmail } from '@utter/contracts/http/internal/account/account-by-email'
import { FoundAccount } from '@utter/contracts/http/internal/account/find-account'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { accountRow } from '../../domain/account-row.ts'
import { userByEmail } from '../../requests/user-by-email.ts'

/** The account of an email, for the operator, whose other calls need its id and its sign-up. */
export const findAccount: Route<Deps> = (app, { users, guard }) =>
  app.get(
    '/internal/accounts',
    {
      access: guard.internal('operator'),
      schema: { querystring: AccountByEmail, response: { 200: FoundAccount } },
    },
    async ({ query }) => accountRow(await userByEmail(users, query.email)),
  )
