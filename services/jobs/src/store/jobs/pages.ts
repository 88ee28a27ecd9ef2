import type { Model } from 'mongoose'
import type { Cursor } from '../../domain/cursor.ts'
import type { Job, ShownJob } from '../../domain/job.ts'

const shown = { $ne: 'submitting' as const }
/** Fields that no list shows. */
const row = { timeline: 0, aiResponse: 0, 'audio.peaks': 0 } as const

type PageFilter = { status?: Job['status'] | undefined; text?: string | undefined; code?: string | undefined }
type UnderWay = Pick<Job, '_id' | 'userId' | 'kind' | 'userText' | 'aiResponse' | 'queue' | 'batch' | 'createdAt'>
type Compared = { userId: string; ids: string[]; since?: Date | undefined }

/** Queries whose results are shown: jobs that are still submitting are left out. */
export const pages = (model: Model<Job>) => ({
  /** Newest first. @param before the last row of the page before */
  page: (userId: string, { status, text, code }: PageFilter, limit: number, before?: Cursor) =>
    model
      .find(
        {
          userId,
          // Only a failed job has a code.
          status: status ?? (code ? 'failed' : shown),
          ...(code && { code }),
          ...(text && { $or: [{ userText: containing(text) }, { _id: containing(text) }] }),
          ...(before && {
            // The bound at which the index is entered; the rest separates jobs of the same millisecond.
            createdAt: { $lte: before.createdAt },
            $and: [
              {
                $or: [
                  { createdAt: { $lt: before.createdAt } },
                  { createdAt: before.createdAt, _id: { $lt: before.id } },
                ],
              },
            ],
          }),
        },
        row,
      )
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .lean<ShownJob[]>(),

  /** Of many accounts: the jobs that are named, and those that changed since then. */
  versions: (accounts: Compared[], limit: number) =>
    model
      .find(
        {
          status: shown,
          $or: accounts.flatMap(({ userId, ids, since }) => [
            { userId, _id: { $in: ids } },
            ...(since ? [{ userId, updatedAt: { $gte: since } }] : []),
          ]),
        },
        { userId: 1, version: 1, updatedAt: 1 },
      )
      .limit(limit)
      .lean<Pick<Job, '_id' | 'userId' | 'version' | 'updatedAt'>[]>(),

  /** Of many accounts: the named jobs that have not ended, without what only their owner is shown. */
  underWay: async (named: { userId: string; id: string }[]) => {
    const owners = new Map(named.map(({ userId, id }) => [id, userId]))
    const found = await model
      .find(
        {
          _id: { $in: [...owners.keys()] },
          userId: { $in: [...new Set(owners.values())] },
          status: { $in: ['pending', 'processing'] },
        },
        { userId: 1, kind: 1, userText: 1, aiResponse: 1, queue: 1, batch: 1, createdAt: 1 },
      )
      .lean<UnderWay[]>()
    return found.filter(({ _id, userId }) => owners.get(_id) === userId)
  },

  changedSince: (userId: string, since: Date, limit: number) =>
    model
      .find({ userId, updatedAt: { $gte: since }, status: shown })
      .sort({ updatedAt: -1 })
      .limit(limit)
      .lean<ShownJob[]>(),
})

/** A case-insensitive substring, whatever characters it has. */
const containing = (text: string) => ({ $regex: text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), $options: 'i' })
