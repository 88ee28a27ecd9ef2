import { Debts } from '@utter/contracts/http/internal/billing/list-debts'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { dollars } from '../../domain/currency.ts'

const maxListed = 1_000

/** Invoices that deleted accounts never paid, for the operator. */
export const listDebts: Route<Deps> = (app, { debts, guard }) =>
  app.get(
    '/internal/billing/debts',
    { access: guard.internal('operator'), schema: { response: { 200: Debts } } },
    async () => {
      const latest = await debts.latest(maxListed)
      return {
        debts: latest.map(({ _id: invoice, customerId: customer, userId, cents, currency = dollars, at }) => ({
          ...{ invoice, customer, userId, cents, currency, at: at.toISOString() },
        })),
      }
    },
  )
