import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { LedgerRows } from '@utter/contracts/http/internal/billing/count-ledger-rows'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'

/** How many rows the ledger has of an account, for the operator. */
export const countLedgerRows: Route<Deps> = (app, { ledger, guard }) =>
  app.get(
    '/internal/accounts/:userId/ledger',
    { access: guard.internal('operator'), schema: { params: AccountParams, response: { 200: LedgerRows } } },
    async ({ params }) => ({ rows: await ledger.count(params.userId) }),
  )
