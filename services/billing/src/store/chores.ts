import { type Due, leaseDue } from '@utter/storage/lease-due'
import { openModel, unlessThere } from '@utter/storage/model'
import { type Connection, Schema } from 'mongoose'

/** Work that one replica does now and then for all of them. */
export type Chore = { _id: string; dueAt: Date }
export type Chores = Awaited<ReturnType<typeof openChores>>

/** Longer than a look through all accounts takes. */
const leaseMs = 3_600_000

export async function openChores(connection: Connection) {
  const schema = new Schema<Chore>({ _id: String, dueAt: Date }, { versionKey: false })
  schema.index({ dueAt: 1 })
  const model = await openModel(connection, 'chores', schema)
  return {
    /** Does nothing where it is planned already. */
    async plan(id: string, dueAt: Date): Promise<void> {
      await model.create({ _id: id, dueAt }).catch(unlessThere)
    },
    lease: (now: Date): Promise<Due<Chore>> =>
      leaseDue<Chore>(model.collection as never, { field: 'dueAt', dueBy: now, now, limit: 10, leaseMs }),
    async done({ _id, dueAt }: Chore, next: Date): Promise<void> {
      await model.updateOne({ _id, dueAt }, { $set: { dueAt: next } })
    },
  }
}
