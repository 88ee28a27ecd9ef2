import Stripe from 'stripe'
import { isRefused, unlessMissing, unlessRefused } from '../client.ts'
import { chargedAs } from './make-invoice-item.ts'

type InterimInvoice = { key: string; customerId: string; subscriptionId: string }

/**
 * A draft for the overage so far, the same for everybody who asks for it under this key. Stripe finalizes it after an hour, and charges it,
 * so a process that dies in between leaves nothing unpaid; and what waits for the next period's invoice stays off it.
 */
export async function openInterimInvoice(
  stripe: Stripe,
  { key, customerId, subscriptionId }: InterimInvoice,
): Promise<string> {
  const charged = await chargedAs(stripe, subscriptionId)
  const { id } = await stripe.invoices.create(
    {
      customer: customerId,
      auto_advance: true,
      pending_invoice_items_behavior: 'exclude',
      description: 'Calls past the plan so far in this billing period',
      metadata: { key },
      ...charged,
    },
    // With the card and the tax: a key goes with one set of parameters.
    {
      idempotencyKey: `interim-invoice:${key}:${charged.default_payment_method ?? 'none'}${charged.automatic_tax ? ':tax' : ''}`,
    },
  )
  return id
}

/**
 * Charges the invoice once, by what Stripe has of it: another process may have done it, or Stripe itself.
 * @returns its status from then on; undefined: a person has deleted the draft
 */
export async function chargeInterimInvoice(stripe: Stripe, id: string): Promise<Stripe.Invoice.Status | undefined> {
  const read = () => stripe.invoices.retrieve(id).catch(unlessMissing)
  let invoice = await read()
  if (invoice?.status === 'draft') {
    await stripe.invoices.finalizeInvoice(id, { auto_advance: true }).catch(unlessRefused)
    invoice = await read()
  }
  if (invoice?.status === 'open' && !invoice.attempted) {
    await stripe.invoices.pay(id).catch(unlessUnpaid)
    invoice = await read()
  }
  return invoice?.status ?? undefined
}

const statusOf = async (stripe: Stripe, id: string): Promise<Stripe.Invoice.Status | undefined> =>
  (await stripe.invoices.retrieve(id).catch(unlessMissing))?.status ?? undefined

/** Whether a bill is owed, as Stripe has it now. */
export const isBillOwed = async (stripe: Stripe, id: string): Promise<boolean> => isOwed(await statusOf(stripe, id))

/** Whether an invoice is owed: one that Stripe has given up is, and can still be paid. */
export const isOwed = (status: Stripe.Invoice.Status | undefined): boolean =>
  status === 'open' || status === 'uncollectible'

/** Whether somebody has paid an invoice, or is to. @param id undefined: the customer's next invoice */
export async function isCharged(stripe: Stripe, id: string | undefined): Promise<boolean> {
  const status = id === undefined ? 'draft' : await statusOf(stripe, id)
  return status !== undefined && status !== 'void' && status !== 'uncollectible'
}

/** For a card that is declined, or wants its owner: the invoice tells. */
function unlessUnpaid(error: unknown): undefined {
  if (!(error instanceof Stripe.errors.StripeCardError) && !isRefused(error)) throw error
}
