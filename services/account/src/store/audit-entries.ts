import type { Cursor } from '@utter/http/pages'
import { isDuplicate, openModel, unlessThere } from '@utter/storage/model'
import { deleteInPortions } from '@utter/storage/portions'
import { type Connection, Schema } from 'mongoose'
import type { AuditEntry } from '../domain/audit-entry.ts'

/** Networks of one hour that have an entry of their own for the log-ins that failed from there; the others share one. */
const maxNetworks = 20
const hourMs = 3_600_000

export type AuditEntries = Awaited<ReturnType<typeof openAuditEntries>>

/** Entries of the accounts' audits, kept until a sweep removes them. */
export async function openAuditEntries(connection: Connection) {
  const schema = new Schema<AuditEntry>(
    {
      _id: String,
      userId: String,
      at: Date,
      actor: String,
      address: String,
      action: String,
      target: String,
      changed: { type: [String], default: undefined },
      count: Number,
      lastAt: Date,
    },
    { versionKey: false },
  )
  schema.index({ userId: 1, at: -1, _id: -1 })
  schema.index({ userId: 1, count: 1, at: -1, _id: -1 })
  schema.index({ at: 1 })
  const model = await openModel(connection, 'audit', schema)
  return {
    /** An entry that is there already changes nothing. */
    async add(entries: AuditEntry[]): Promise<void> {
      await model.insertMany(entries, { ordered: false }).catch(unlessThere)
    },
    /** Counts a log-in that failed in the entry of its network and hour: strangers cannot fill the audit. */
    async countFailure({ _id: _, address, target, ...first }: AuditEntry, network: string): Promise<void> {
      const hour = `${first.userId}:${Math.floor(first.at.getTime() / hourMs)}`
      const again = { $inc: { count: 1 }, $max: { lastAt: first.at } }
      const { matchedCount } = await model.updateOne({ _id: `${hour}:${network}` }, again)
      if (matchedCount > 0) return
      const ofHour = { _id: { $gte: `${hour}:`, $lt: `${hour};` } }
      const isFull = (await model.countDocuments(ofHour).limit(maxNetworks)) >= maxNetworks
      const _id = `${hour}:${isFull ? 'others' : network}`
      const inserted = isFull ? first : { ...first, ...(address && { address }), ...(target && { target }) }
      const count = () => model.updateOne({ _id }, { ...again, $setOnInsert: inserted }, { upsert: true })
      // Another has inserted it meanwhile.
      await count().catch((error) => (isDuplicate(error) ? count() : Promise.reject(error)))
    },
    /** Newest first. @param before the last entry of the page before @param withFailures false: without log-ins that failed */
    page: (userId: string, limit: number, before?: Cursor, withFailures = true) =>
      model
        .find({
          userId,
          // Failures of before 2026-11-26 were not counted.
          ...(!withFailures && { count: null, action: { $ne: 'login-failed' as const } }),
          // The bound at which the index is entered; the rest separates entries of the same millisecond.
          ...(before && {
            at: { $lte: before.at },
            $or: [{ at: { $lt: before.at } }, { at: before.at, _id: { $lt: before.id } }],
          }),
        })
        .sort({ at: -1, _id: -1 })
        .limit(limit)
        .lean<AuditEntry[]>(),
    async removeOf(userId: string): Promise<void> {
      await deleteInPortions<AuditEntry>(model.collection as never, { userId })
    },
    async removeBefore(before: Date): Promise<void> {
      await deleteInPortions<AuditEntry>(model.collection as never, { at: { $lt: before } })
    },
  }
}
