import { InvoiceViews } from '@utter/contracts/http/invoices'
import { identityOf } from '@utter/http/identity'
import { decodeCursor, linkToNext, pageQuery } from '@utter/http/pages'
import { invalid } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { invoiceView } from '../domain/invoice-view.ts'
import { paymentsOf } from '../requests/payments-of.ts'
import { stripeAnswerMs } from '../stripe/answer-ms.ts'
import { listInvoicesOf } from '../stripe/bills/list-invoices.ts'
import { isRefusal } from '../stripe/client.ts'

const path = '/api/billing/invoices'
const Query = z.object(pageQuery)

/** `GET /api/billing/invoices`: for a session alone. A page of the account's invoices as Stripe has them; `Link` has the next one. */
export const listInvoices: Route<Deps> = (app, deps) =>
  app.get(
    path,
    {
      access: deps.guard.required(),
      schema: {
        operation: {
          id: 'listInvoices',
          tag: 'Payments',
          summary: 'The invoices of the account, newest first',
          description: 'Drafts are not among them, so a page may have fewer than were asked for.',
          answers: { 200: { headers: ['Link'] } },
        },
        querystring: Query,
        response: { 200: InvoiceViews },
      },
      config: { responseTimeoutMs: stripeAnswerMs },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query
      const after = cursor === undefined ? undefined : decodeCursor(cursor).id
      const { stripeCustomerId: customer, lostDisputes = [] } =
        (await deps.subscriptions.read(identityOf(request).userId)) ?? {}
      // Nothing was ever bought: Stripe has not to be asked, nor to be there.
      if (!customer) return []
      const { stripe, sandboxUrl } = paymentsOf(deps)
      const { invoices, hasMore } = await listInvoicesOf(stripe, customer, limit, after).catch((error) => {
        if (!isRefusal(error, 'resource_missing', 'starting_after')) throw error
        throw invalid([{ field: 'cursor', message: 'cursor is not one of ours' }])
      })
      const last = invoices.at(-1)?.invoice
      if (hasMore && last)
        reply.header('link', linkToNext(path, { limit }, { at: new Date(last.created * 1_000), id: last.id }))
      const ownPages = sandboxUrl && new URL('/sandbox/', deps.publicUrl).href
      const lost = lostDisputes.map(({ chargeId }) => chargeId)
      return invoices.flatMap(({ invoice, payments }) => invoiceView(invoice, payments, { lost, ownPages }))
    },
  )
