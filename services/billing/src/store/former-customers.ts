import { openModel, unlessThere } from '@utter/storage/model'
import { deleteInPortions } from '@utter/storage/portions'
import { type Connection, Schema } from 'mongoose'

/** A customer of a deleted account, by ids alone: its bank may still take a payment back. `forgiven`: lost disputes that it does not owe. */
export type FormerCustomer = { _id: string; userId: string; forgiven: string[]; at: Date }
export type FormerCustomerStore = Awaited<ReturnType<typeof openFormerCustomers>>

/** Banks ask within 120 days as a rule, within 540 at the longest, and decide within some months. */
const keptMs = 720 * 24 * 3_600_000

export async function openFormerCustomers(connection: Connection) {
  const schema = new Schema<FormerCustomer>(
    { _id: String, userId: String, forgiven: [String], at: Date },
    { versionKey: false },
  )
  schema.index({ at: 1 })
  const model = await openModel(connection, 'former-customers', schema)
  return {
    async keep(customer: FormerCustomer): Promise<void> {
      await model.create(customer).catch(unlessThere)
    },
    read: (id: string) => model.findById(id).lean<FormerCustomer | null>(),
    async removeOld(now: Date): Promise<void> {
      const before = new Date(now.getTime() - keptMs)
      await deleteInPortions<FormerCustomer>(model.collection as never, { at: { $lt: before } })
    },
  }
}
