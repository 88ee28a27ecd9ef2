import type Stripe from 'stripe'
import type { Refunded } from '../../domain/invoice-view.ts'
import { idOf, isMissing } from '../client.ts'

/** Charges in a page of Stripe's; no more are given. */
const maxCharges = 100

/** An invoice, and what was given back of the payments that were made for it. */
export type InvoiceWithPayments = { invoice: Stripe.Invoice; payments: Refunded[] }
export type InvoicePage = { invoices: InvoiceWithPayments[]; hasMore: boolean }

/**
 * A page of a customer's invoices, newest first. A customer that Stripe does not have has none.
 * @param after the id of the last invoice of the page before
 * @throws Stripe's refusal of `starting_after` where that invoice is not there
 */
export async function listInvoicesOf(
  stripe: Stripe,
  customer: string,
  limit: number,
  after?: string,
): Promise<InvoicePage> {
  try {
    const { data, has_more: hasMore } = await stripe.invoices.list({
      ...{ customer, limit, expand: ['data.payments'] },
      ...(after !== undefined && { starting_after: after }),
    })
    const charges = await chargesOf(stripe, customer, data)
    const invoices = data.map((invoice) => ({ invoice, payments: paymentsOf(invoice, charges) }))
    return { invoices, hasMore }
  } catch (error) {
    if (isMissing(error) && (error as { param?: string }).param === 'customer') return { invoices: [], hasMore: false }
    throw error
  }
}

/** The charges since the oldest of these invoices: a payment's own object says nothing of refunds. */
async function chargesOf(stripe: Stripe, customer: string, invoices: Stripe.Invoice[]): Promise<Stripe.Charge[]> {
  const paid = invoices.filter(({ status }) => status === 'paid')
  if (paid.length === 0) return []
  const created = { gte: Math.min(...paid.map((one) => one.created)) }
  return (await stripe.charges.list({ customer, created, limit: maxCharges })).data
}

function paymentsOf({ payments }: Stripe.Invoice, charges: Stripe.Charge[]): Refunded[] {
  const intents = new Set((payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent)))
  return charges
    .filter(({ payment_intent: intent, status }) => status === 'succeeded' && intents.has(idOf(intent)))
    .map(({ id, amount, amount_refunded: refunded }) => ({ id, amount, refunded }))
}
