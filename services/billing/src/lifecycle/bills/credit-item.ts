import type { StripeDeps } from '../../deps.ts'
import type { TakenCalls } from '../../domain/overcharges.ts'
import type { InvoiceItem } from '../../store/invoice-items.ts'
import { makeCredit } from '../../stripe/bills/make-credit.ts'

/** Gives back calls of an item, once: the credit that was intended first is the one that is made. */
export async function creditItem(
  { items, payments, log }: Pick<StripeDeps, 'items' | 'payments' | 'log'>,
  { item, calls, cents }: TakenCalls<InvoiceItem>,
): Promise<void> {
  const intent = (await items.intendCredit(item._id, { calls, cents })) ?? { calls, cents }
  const transactionId = await makeCredit(payments.stripe, item, intent.cents)
  await items.credited(item._id, transactionId)
  log.info(
    { userId: item.userId, item: item._id, calls: intent.calls, cents: intent.cents },
    'bonus calls are credited',
  )
}
