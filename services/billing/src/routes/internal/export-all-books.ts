import { BooksQuery } from '@utter/contracts/http/books'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { bookMonths } from '../../domain/book-months.ts'
import { booksCsv } from '../../domain/books-csv.ts'
import { bookRows } from '../../lifecycle/bills/book-rows.ts'
import { paymentsOf } from '../../requests/payments-of.ts'

/** The lines of all accounts' invoices, for the operator: as many pages of Stripe's as there are, so without a deadline. */
export const exportAllBooks: Route<Deps> = (app, deps) =>
  app.get(
    '/internal/billing/export',
    {
      access: deps.guard.internal('operator'),
      schema: { querystring: BooksQuery },
      config: { responseTimeoutMs: Number.POSITIVE_INFINITY },
    },
    async (request, reply) => {
      const months = bookMonths(request.query, deps.clock.now())
      const rows = bookRows({ ...deps, payments: paymentsOf(deps) }, months)
      return reply.header('content-type', 'text/csv; charset=utf-8').send(booksCsv(rows) as never)
    },
  )
