import { openModel, unlessThere } from '@utter/storage/model'
import { type Connection, Schema } from 'mongoose'

/**
 * The overage of one segment on an invoice: an intent first, whose quantity is fixed, then Stripe's item. Rows that come later make
 * another one.
 */
export type InvoiceItem = {
  /** Subscription, period, segment and number; Stripe's idempotency key as well. */
  _id: string
  userId: string
  customerId: string
  subscriptionId: string
  period: Date
  segment: Date
  /** Absent in an item from before it was kept. */
  segmentEnd?: Date
  tier: string
  quantity: number
  /** Thousandths of a dollar, or of its currency, a call. */
  price: number
  /** Absent: dollars. */
  currency?: string
  /** The draft that it goes onto; absent: the customer's next invoice. */
  invoiceId?: string
  /** For a subscription that has ended, or is paid for more than a month: no next invoice comes soon, so it gets one of its own. */
  isLast?: boolean
  /** Billed while its period went on: the draft is one of its own, which is paid at once. */
  isInterim?: boolean
  at: Date
  /** Stripe's id, once it is made. */
  invoiceItemId?: string
  /** Until it is made, of a last one also until its invoice is, of an interim one until that was charged. */
  unsent?: boolean
  /** Bonus calls of it that were billed, given back: first intended, then made as a transaction of the customer's balance. */
  credit?: Credit
}
export type Credit = { calls: number; cents: number; transactionId?: string }
export type InvoiceItemStore = Awaited<ReturnType<typeof openInvoiceItems>>

export async function openInvoiceItems(connection: Connection) {
  const schema = new Schema<InvoiceItem>(
    {
      _id: String,
      userId: String,
      customerId: String,
      subscriptionId: String,
      period: Date,
      segment: Date,
      segmentEnd: Date,
      tier: String,
      quantity: Number,
      price: Number,
      currency: String,
      invoiceId: String,
      isLast: Boolean,
      isInterim: Boolean,
      at: Date,
      invoiceItemId: String,
      unsent: Boolean,
      credit: {
        type: new Schema({ calls: Number, cents: Number, transactionId: String }, { _id: false }),
        default: undefined,
      },
    },
    { versionKey: false },
  )
  schema.index({ userId: 1, segment: 1, at: 1 })
  const model = await openModel(connection, 'invoice-items', schema)
  return {
    read: (id: string) => model.findById(id).lean<InvoiceItem | null>(),
    /** The item of its number: this one, or the one that another process was quicker to intend. */
    async intend(item: InvoiceItem): Promise<InvoiceItem> {
      await model.create({ ...item, unsent: true }).catch(unlessThere)
      return model.findById(item._id).orFail().lean<InvoiceItem>()
    },
    of: (userId: string) => model.find({ userId }).sort({ segment: 1, at: 1 }).lean<InvoiceItem[]>(),
    /** The draft was finalized before the item was made. */
    async toNextInvoice(id: string): Promise<void> {
      await model.updateOne({ _id: id }, { $unset: { invoiceId: 1 } })
    },
    async made(id: string, invoiceItemId: string): Promise<void> {
      await model.updateOne({ _id: id }, { $set: { invoiceItemId } })
    },
    /** The credit of an item: this one, or the one that another process was quicker to intend. */
    async intendCredit(id: string, credit: Credit): Promise<Credit | undefined> {
      await model.updateOne({ _id: id, credit: { $exists: false } }, { $set: { credit } })
      return (await model.findById(id).lean<InvoiceItem | null>())?.credit
    },
    async credited(id: string, transactionId: string): Promise<void> {
      await model.updateOne({ _id: id }, { $set: { 'credit.transactionId': transactionId } })
    },
    async sent(id: string): Promise<void> {
      await model.updateOne({ _id: id }, { $unset: { unsent: 1 } })
    },
  }
}
