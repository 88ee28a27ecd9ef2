import { requestLogDays } from '@utter/contracts/http/account/requests'
import type { DroppedCount } from '@utter/contracts/http/internal/account/note-requests'
import type { Cursor } from '@utter/http/pages'
import { isDuplicate, openModel, unlessThere } from '@utter/storage/model'
import { deleteInPortions } from '@utter/storage/portions'
import { type Connection, Schema } from 'mongoose'
import type { DroppedEntry, LogEntry, RequestEntry } from '../domain/request-entry.ts'

/** The entries that are asked for; undefined: any. */
export type RequestFilter = {
  requestId?: string | undefined
  /** The lowest and the highest. */
  status?: readonly [from: number, to: number] | undefined
  /** Null: of sessions. */
  keyId?: string | null | undefined
  method?: string | undefined
  /** The beginning of a path. */
  path?: string | undefined
  since?: Date | undefined
}

const minuteMs = 60_000
const lastCharacter = '\uffff'

export type RequestEntries = Awaited<ReturnType<typeof openRequestEntries>>

/** Requests of accounts as they were answered, each gone after its days by an index of MongoDB's. */
export async function openRequestEntries(connection: Connection) {
  const schema = new Schema<RequestEntry & DroppedEntry>(
    {
      _id: String,
      userId: String,
      at: Date,
      keyId: String,
      method: String,
      path: String,
      status: Number,
      ms: Number,
      error: String,
      code: String,
      refused: Boolean,
      from: Date,
      dropped: Number,
    },
    { versionKey: false },
  )
  schema.index({ userId: 1, at: -1, _id: -1 })
  schema.index({ userId: 1, keyId: 1, at: -1, _id: -1 })
  // Refusals are looked for most, and are few among many.
  schema.index({ userId: 1, refused: 1, at: -1, _id: -1 }, { partialFilterExpression: { refused: { $exists: true } } })
  schema.index({ at: 1 }, { expireAfterSeconds: requestLogDays * 24 * 3_600 })
  const model = await openModel(connection, 'requests', schema)
  return {
    /** An entry that is there already changes nothing. */
    async add(entries: RequestEntry[]): Promise<void> {
      if (entries.length > 0) await model.insertMany(entries, { ordered: false }).catch(unlessThere)
    },
    /** Adds to the count of the account's minute. */
    async drop({ userId, count, ...span }: DroppedCount): Promise<void> {
      const [from, to] = [new Date(span.from), new Date(span.to)]
      const _id = `${userId}:${Math.floor(to.getTime() / minuteMs)}`
      const change = { $inc: { dropped: count }, $min: { from }, $max: { at: to } }
      const add = () => model.updateOne({ _id, userId }, change, { upsert: true })
      // Another gateway's count has inserted it meanwhile.
      await add().catch((error) => (isDuplicate(error) ? add() : Promise.reject(error)))
    },
    /** Newest first. Dropped ones have no status, key or path: they are among those that are not filtered by one. */
    page: (userId: string, limit: number, filter: RequestFilter = {}, before?: Cursor) =>
      model
        .find(questionOf(userId, filter, before) as never)
        .sort({ at: -1, _id: -1 })
        .limit(limit)
        .lean<LogEntry[]>(),
    /** MongoDB does it by itself, within a minute; the server in its place does not. */
    async removeBefore(before: Date): Promise<void> {
      await deleteInPortions<RequestEntry>(model.collection as never, { at: { $lt: before } })
    },
    async removeOf(userId: string): Promise<void> {
      await deleteInPortions<RequestEntry>(model.collection as never, { userId })
    },
  }
}

function questionOf(
  userId: string,
  { requestId, status, keyId, method, path, since }: RequestFilter,
  before?: Cursor,
): Record<string, unknown> {
  const isRequestAlone = [status, keyId, method, path].some((one) => one !== undefined)
  return {
    userId,
    ...(requestId !== undefined && { _id: requestId }),
    ...(isRequestAlone && { dropped: { $exists: false } }),
    ...(keyId !== undefined && { keyId }),
    ...(status && { status: { $gte: status[0], $lte: status[1] } }),
    ...(status && status[0] >= 400 && { refused: true }),
    ...(method !== undefined && { method: { $in: [method] } }),
    ...(path !== undefined && { path: { $gte: path, $lt: path + lastCharacter } }),
    ...((since || before) && { at: { ...(since && { $gte: since }), ...(before && { $lte: before.at }) } }),
    // The bound at which the index is entered stands above; this separates entries of the same millisecond.
    ...(before && { $or: [{ at: { $lt: before.at } }, { at: before.at, _id: { $lt: before.id } }] }),
  }
}
