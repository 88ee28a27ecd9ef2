import type { Cursor } from '@utter/http/pages'
import { openModel, unlessThere } from '@utter/storage/model'
import { type Connection, Schema } from 'mongoose'
import type { AuditEntry } from '../domain/audit-entry.ts'

export type AuditEntries = Awaited<ReturnType<typeof openAuditEntries>>

/** Entries of the accounts' audits, kept until a sweep removes them. */
export async function openAuditEntries(connection: Connection) {
  const schema = new Schema<AuditEntry>(
    { _id: String, userId: String, at: Date, actor: String, address: String, action: String, target: String },
    { versionKey: false },
  )
  schema.index({ userId: 1, at: -1, _id: -1 })
  schema.index({ at: 1 })
  const model = await openModel(connection, 'audit', schema)
  return {
    /** An entry that is there already changes nothing. */
    async add(entries: AuditEntry[]): Promise<void> {
      await model.insertMany(entries, { ordered: false }).catch(unlessThere)
    },
    /** Newest first. @param before the last entry of the page before */
    page: (userId: string, limit: number, before?: Cursor) =>
      model
        .find({
          userId,
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
      await model.deleteMany({ userId })
    },
    async removeBefore(before: Date): Promise<void> {
      await model.deleteMany({ at: { $lt: before } })
    },
  }
}
