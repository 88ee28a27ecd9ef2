import type { Overcharges } from '@utter/contracts/http/internal/billing/overcharged'
import type { StripeDeps } from '../../deps.ts'
import { bonusCallsBilled } from '../../domain/bonus-calls.ts'
import { type Overcharge, overchargesIn } from '../../domain/overcharges.ts'
import type { Subscription } from '../../domain/subscription.ts'
import type { InvoiceItem } from '../../store/invoice-items.ts'
import { readInvoiceItems } from '../../stripe/bills/read-invoice-items.ts'
import { type Books, readBooks } from '../comparison/read-books.ts'
import { creditItem } from './credit-item.ts'

const batch = 100
type Deps = Pick<StripeDeps, 'subscriptions' | 'ledger' | 'items' | 'jobs' | 'plans' | 'payments' | 'log'>
type Charged = Overcharge & { item: InvoiceItem }

/** Accounts of which bonus calls were billed. @param isCredited gives them back what it cost, each call once, however often it is asked */
export async function overcharges(deps: Deps, isCredited: boolean): Promise<Overcharges> {
  const all: Overcharges = { overcharged: [], notCompared: [] }
  for (let after = '', more = true; more; ) {
    const accounts = await deps.subscriptions.withCustomer(after, batch)
    for (const account of accounts) await look(deps, account, isCredited, all)
    after = accounts.at(-1)?.stripeCustomerId ?? after
    more = accounts.length === batch
  }
  return all
}

async function look(deps: Deps, account: Subscription, isCredited: boolean, all: Overcharges): Promise<void> {
  const { _id: userId } = account
  try {
    const found = await overchargesOf(deps, account)
    if (!found) all.notCompared.push(userId)
    if (isCredited) for (const one of found ?? []) await creditItem(deps, one)
    const calls = (found ?? []).reduce((sum, one) => sum + one.calls, 0)
    const cents = (found ?? []).reduce((sum, one) => sum + one.cents, 0)
    if (calls > 0) all.overcharged.push({ userId, calls, cents })
  } catch (error) {
    deps.log.warn({ err: error, userId }, 'an account is not compared')
    all.notCompared.push(userId)
  }
}

/** The calls of each item that were bonus calls; first those whose credit was begun. Undefined: they are not known now. */
async function overchargesOf(deps: Deps, account: Subscription): Promise<Charged[] | undefined> {
  const books = await readBooks(deps, account)
  const { intended } = books
  const begun = intended.flatMap((item) =>
    item.credit && !item.credit.transactionId ? [{ ...item.credit, key: item._id, item }] : [],
  )
  const wrong = intended.filter((item) => !item.credit && !isRight(books, item))
  if (chargesIn(Number.POSITIVE_INFINITY, wrong).length === 0) return begun
  const calls = bonusCallsBilled(books)
  if (calls === undefined) return undefined
  const charged = await chargedKeys(deps, account)
  const left = calls - begun.reduce((sum, one) => sum + one.calls, 0)
  const fresh = wrong.filter(({ _id }) => charged.has(_id))
  return [...begun, ...chargesIn(left, fresh)]
}

const chargesIn = (calls: number, items: InvoiceItem[]): Charged[] =>
  overchargesIn(
    calls,
    items.map((item) => ({ ...item, key: item._id })),
  ).flatMap((one) => items.filter(({ _id }) => _id === one.key).map((item) => ({ ...one, item })))

/** Items that stand on an invoice which is not given up. */
async function chargedKeys({ payments }: Deps, { stripeCustomerId = '' }: Subscription): Promise<Set<string>> {
  const items = await readInvoiceItems(payments.stripe, stripeCustomerId)
  const isCharged = (status?: string) => status !== undefined && status !== 'void' && status !== 'uncollectible'
  return new Set(items.filter(({ invoice }) => isCharged(invoice?.status)).map(({ key }) => key))
}

/** Whether the stored split of an item's segment has as many calls past plan and bonus as are billed of it. */
function isRight({ splits, items }: Books, { segment }: InvoiceItem): boolean {
  const isOf = (one: { segment: Date }) => one.segment.getTime() === segment.getTime()
  const billed = items.filter(isOf).reduce((sum, one) => sum + one.quantity, 0)
  return (splits.find(isOf)?.overage ?? 0) >= billed
}
