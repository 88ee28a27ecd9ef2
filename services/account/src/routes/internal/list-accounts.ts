import { AccountList, accountsPerPage, ListAccounts } from '@utter/contracts/http/internal/account/list-accounts'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { accountRow } from '../../domain/account-row.ts'

/** The accounts that were opened last, or that are suspended, or whose addresses begin alike, for the operator. */
export const listAccounts: Route<Deps> = (app, { users, guard }) =>
  app.get(
    '/internal/accounts/list',
    { access: guard.internal('operator'), schema: { querystring: ListAccounts, response: { 200: AccountList } } },
    async ({ query: { email, suspended, before } }) => {
      const asked = {
        ...(email && { emailPrefix: email }),
        isSuspended: suspended === 'true',
        ...(before && { before: new Date(before) }),
      }
      return { accounts: (await users.list(asked, accountsPerPage)).map(accountRow) }
    },
  )
