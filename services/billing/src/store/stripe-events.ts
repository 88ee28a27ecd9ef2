import { type Due, leaseDue } from '@utter/storage/lease-due'
import { isDuplicate, openModel, unlessThere } from '@utter/storage/model'
import { deleteInPortions } from '@utter/storage/portions'
import { type Connection, Schema } from 'mongoose'

/** An event of Stripe's: that it was received, and of which customer. Its object is fetched afresh when it is handled. */
export type StripeEvent = {
  _id: string
  type: string
  customerId?: string
  /** The object that it is about, such as an invoice. Absent: it was stored by a version before. */
  objectId?: string
  at: Date
  /** When it is handled, or handled again. Absent: it was. */
  handleAt?: Date
  /** Found in Stripe's list, and not sent here with its signature, or not yet. */
  isListed?: boolean
}
export type StripeEventStore = Awaited<ReturnType<typeof openStripeEvents>>

/** Time for which the process that received an event has it to itself. */
const leaseMs = 10_000
/** Longer than Stripe sends an event again, and longer than it lists it: 30 days. */
const keptMs = 35 * 24 * 3_600_000

/** The events of Stripe's that were received, one document each, however often they come. */
export async function openStripeEvents(connection: Connection) {
  const schema = new Schema<StripeEvent>(
    { _id: String, type: String, customerId: String, objectId: String, at: Date, handleAt: Date, isListed: Boolean },
    { versionKey: false },
  )
  schema.index({ handleAt: 1 }, { sparse: true })
  schema.index({ at: 1 })
  const model = await openModel(connection, 'stripe-events', schema)
  return {
    /** Stores an event once, for this process to handle. @returns false when it was handled before */
    async receive(event: Omit<StripeEvent, 'at' | 'handleAt' | 'isListed'>, now: Date): Promise<boolean> {
      try {
        await model.create({ ...event, at: now, handleAt: new Date(now.getTime() + leaseMs) })
        return true
      } catch (error) {
        if (!isDuplicate(error)) throw error
        await model.updateOne({ _id: event._id, isListed: true }, { $unset: { isListed: 1 } })
        // Sent again before it was handled: perhaps by nobody, so that to wait for a sweep would be longer.
        return (await model.exists({ _id: event._id, handleAt: { $exists: true } })) !== null
      }
    },
    /** How many of these have come by themselves. */
    countCome: (ids: string[]): Promise<number> =>
      model.countDocuments({ _id: { $in: ids }, isListed: { $exists: false } }).exec(),
    /** Stores an event that never came, for the sweep to handle. @returns false when it had come */
    async receiveMissed(event: Omit<StripeEvent, 'at' | 'handleAt' | 'isListed'>, now: Date): Promise<boolean> {
      if (await model.exists({ _id: event._id })) return false
      await model.create({ ...event, at: now, handleAt: now, isListed: true }).catch(unlessThere)
      return true
    },
    async handled(id: string): Promise<void> {
      await model.updateOne({ _id: id }, { $unset: { handleAt: 1 } })
    },
    /** Left to the sweep, at once. */
    async retry(id: string, now: Date): Promise<void> {
      await model.updateOne({ _id: id, handleAt: { $exists: true } }, { $set: { handleAt: now } })
    },
    /** Events that were received and not handled, for this replica alone. */
    leaseUnhandled: (now: Date, limit: number): Promise<Due<StripeEvent>> =>
      leaseDue<StripeEvent>(model.collection as never, { field: 'handleAt', dueBy: now, now, limit, leaseMs }),
    async removeOld(now: Date): Promise<void> {
      const before = new Date(now.getTime() - keptMs)
      await deleteInPortions<StripeEvent>(model.collection as never, { at: { $lt: before } })
    },
  }
}
