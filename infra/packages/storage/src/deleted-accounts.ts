import { type Connection, Schema } from 'mongoose'
import { type Due, leaseDue } from './lease-due.ts'
import { openModel, unlessThere } from './model.ts'

/** An account that was deleted: its id alone, so that a late message about it brings nothing back. */
export type DeletedAccount = {
  _id: string
  at: Date
  /** When it is erased the next time. */
  eraseAt: Date
}
export type DeletedAccounts = {
  /** Adding an account twice changes nothing. */
  add(userId: string, now: Date): Promise<void>
  has(userId: string): Promise<boolean>
  /** Accounts that are due to be erased, for this replica alone. */
  lease(now: Date, limit: number): Promise<Due<DeletedAccount>>
  /** Sets when it is erased the next time; after the last time the account is forgotten. */
  erased(account: DeletedAccount, now: Date): Promise<void>
}

const secondMs = 1_000
const hourMs = 3_600 * secondMs
const dayMs = 24 * hourMs

/**
 * Times after the deletion at which an account is erased once more. A request that was let in before it is over after 70 s (its identity is
 * valid for 65 s, an answer takes 5 s), so the second time finds what it wrote; the third what a process wrote that hung; and so on.
 */
const eraseAfterMs = [20 * secondMs, 90 * secondMs, hourMs, dayMs] as const

/**
 * How long an account is remembered, in ms. No message about it is consumed later: messages stay for 30 days in their
 * topic at most, for 30 among the dead letters, and for 30 once more when they are replayed. The compacted topics keep
 * theirs for ever, but the last one of the account's own is the deletion, so that a consumer that reads them from the
 * first offset remembers it again.
 */
export const rememberedMs = 100 * dayMs

const leaseMs = 60 * secondMs

/** The deleted accounts of a service, in its own database. */
export async function openDeletedAccounts(connection: Connection): Promise<DeletedAccounts> {
  const schema = new Schema<DeletedAccount>({ _id: String, at: Date, eraseAt: Date }, { versionKey: false })
  schema.index({ eraseAt: 1 })
  const model = await openModel(connection, 'deleted-accounts', schema)
  return {
    async add(userId, now) {
      const eraseAt = new Date(now.getTime() + eraseAfterMs[0])
      await model.create({ _id: userId, at: now, eraseAt }).catch(unlessThere)
    },
    has: async (userId) => (await model.exists({ _id: userId })) !== null,
    lease: (now, limit) =>
      leaseDue<DeletedAccount>(model.collection as never, { field: 'eraseAt', dueBy: now, now, limit, leaseMs }),
    async erased({ _id, at, eraseAt }, now) {
      const next = nextErasure(at, now)
      if (next) await model.updateOne({ _id, eraseAt }, { $set: { eraseAt: next } })
      else await model.deleteOne({ _id, eraseAt })
    },
  }
}

/** Undefined when the account may be forgotten. */
function nextErasure(at: Date, now: Date): Date | undefined {
  const ageMs = now.getTime() - at.getTime()
  const afterMs = [...eraseAfterMs, rememberedMs].find((ms) => ms > ageMs)
  return afterMs === undefined ? undefined : new Date(at.getTime() + afterMs)
}
