import type Stripe from 'stripe'
import type { StripeDeps } from '../../deps.ts'
import type { Subscription } from '../../domain/subscription.ts'
import type { SubscriptionStore } from '../../store/subscriptions.ts'
import { isMissing, unlessMissing, unlessRefused } from '../../stripe/client.ts'
import { type RefreshDeps, refresh } from '../refresh.ts'

const secondMs = 1_000
const dayMs = 86_400 * secondMs
/** The ends of its last jobs are entered in the ledger by then. */
const minClosingMs = 60 * secondMs
/** Longer than Stripe tries a card again; then what is open is given up. */
const maxClosingMs = 30 * dayMs
const [minPauseMs, maxPauseMs] = [5 * secondMs, 3_600 * secondMs]

/**
 * The erasure of a deleted account. Without a customer its document goes at once; with one it stays until what the
 * account owes is paid or given up, since it alone names the customer.
 */
export async function eraseSubscription(
  subscriptions: Pick<SubscriptionStore, 'read' | 'remove' | 'close'>,
  isSold: boolean,
  userId: string,
  now: Date,
): Promise<void> {
  const account = await subscriptions.read(userId)
  if (account?.stripeCustomerId && isSold) await subscriptions.close(userId, now)
  else await subscriptions.remove(userId)
}

export type CloseDeps = RefreshDeps & Pick<StripeDeps, 'debts' | 'formerCustomers'>

/**
 * A step of a deleted account's end, repeated until it is over: its subscription ends at once, the overage of its last period goes onto an
 * invoice (`billDueAt`), and the customer, with cards and address, goes when no invoice is open.
 */
export async function closeAccount(deps: CloseDeps, leased: Subscription): Promise<void> {
  const { subscriptions, formerCustomers, payments, clock } = deps
  const { _id: userId, stripeCustomerId: customer = '', closedAt = clock.now() } = leased
  await endPayments(payments.stripe, customer, leased.checkoutId)
  const account = await refresh(deps, userId)
  const now = clock.now()
  const ageMs = now.getTime() - closedAt.getTime()
  const open = await openInvoices(payments.stripe, customer)
  const isSettled = open.length === 0 && !account?.billDueAt && ageMs >= minClosingMs
  if (!isSettled && ageMs < maxClosingMs) {
    const pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, ageMs / 10))
    return subscriptions.closeLater(leased, new Date(now.getTime() + pauseMs))
  }
  for (const invoice of open) await giveUp(deps, userId, customer, invoice)
  const { lostDisputes = [] } = account ?? leased
  await oweLostDisputes(deps, account ?? leased)
  const forgiven = lostDisputes.flatMap(({ id, forgivenAt }) => (forgivenAt ? [id] : []))
  await formerCustomers.keep({ _id: customer, userId, forgiven, at: now })
  await payments.stripe.customers.del(customer).catch(unlessMissing)
  await subscriptions.remove(userId)
}

/** Also what was bought meanwhile, by a page that was open. */
async function endPayments(stripe: Stripe, customer: string, checkoutId: string | undefined): Promise<void> {
  if (checkoutId) await stripe.checkout.sessions.expire(checkoutId).catch(unlessRefused)
  const { data } = await stripe.subscriptions.list({ customer, limit: 100 }).catch((error) => {
    if (isMissing(error)) return { data: [] }
    throw error
  })
  for (const { id } of data) await stripe.subscriptions.cancel(id).catch(unlessMissing)
}

async function openInvoices(stripe: Stripe, customer: string): Promise<Stripe.Invoice[]> {
  const pages = (['draft', 'open'] as const).map((status) =>
    stripe.invoices.list({ customer, status, limit: 100 }).catch((error) => {
      if (isMissing(error)) return { data: [] }
      throw error
    }),
  )
  return (await Promise.all(pages)).flatMap(({ data }) => data)
}

/** The bank has taken these payments back, and nobody has forgiven that. */
async function oweLostDisputes(
  { debts }: CloseDeps,
  { _id: userId, stripeCustomerId: customerId = '', lostDisputes = [] }: Subscription,
): Promise<void> {
  for (const { id, cents, currency, at, forgivenAt } of lostDisputes)
    if (!forgivenAt) await debts.add({ _id: id, userId, customerId, cents, currency, at })
}

/** An invoice that nobody will pay: it stays in the books as a debt, without a name. */
async function giveUp(
  { debts, payments, clock, log }: CloseDeps,
  userId: string,
  customerId: string,
  { id, status, currency, amount_remaining: cents }: Stripe.Invoice,
): Promise<void> {
  if (!id) return
  if (cents > 0) await debts.add({ _id: id, userId, customerId, cents, currency, at: clock.now() })
  log.warn({ userId, invoice: id, cents }, 'the invoice of a deleted account is given up')
  const { invoices } = payments.stripe
  await (status === 'draft' ? invoices.del(id) : invoices.markUncollectible(id)).catch(unlessRefused)
}
