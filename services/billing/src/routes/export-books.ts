import { BooksQuery } from '@utter/contracts/http/books'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { bookMonths } from '../domain/book-months.ts'
import { booksCsv } from '../domain/books-csv.ts'
import { bookRows } from '../lifecycle/bills/book-rows.ts'
import { paymentsOf } from '../requests/payments-of.ts'
import { stripeAnswerMs } from '../stripe/answer-ms.ts'

/** `GET /api/billing/export`: for a session alone. The lines of the account's invoices, for its books. */
export const exportBooks: Route<Deps> = (app, deps) =>
  app.get(
    '/api/billing/export',
    {
      access: deps.guard.required(),
      schema: {
        operation: {
          id: 'exportBooks',
          tag: 'Payments',
          summary: 'The lines of the account’s invoices, as CSV',
          parameters: {
            from: 'The first month in which they were made, in UTC; without it eleven months before the last.',
            to: 'The last month; without it the present one.',
          },
          answers: { 200: { types: ['text/csv'], headers: ['Content-Disposition'] } },
        },
        querystring: BooksQuery,
      },
      config: { responseTimeoutMs: stripeAnswerMs },
    },
    async (request, reply) => {
      const months = bookMonths(request.query, deps.clock.now())
      const { stripeCustomerId: customer } = (await deps.subscriptions.read(identityOf(request).userId)) ?? {}
      const none = (async function* () {})()
      const rows = customer ? bookRows({ ...deps, payments: paymentsOf(deps) }, months, customer) : none
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="invoices-${months.from}-${months.to}.csv"`)
        .send(booksCsv(rows) as never)
    },
  )
