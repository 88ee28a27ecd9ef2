import type { Cursor } from '@utter/http/pages'
import { forEachInFlight } from '@utter/runtime/for-each-in-flight'
import type { Model } from 'mongoose'
import { isShown, type Job, type ShownJob } from '../../domain/job/job.ts'

const shown = { $nin: ['submitting', 'deleted'] satisfies Job['status'][] }
const newestFirst = { createdAt: -1, _id: -1 } as const
/** Time of one query in the database: a little less than its answer has, so that the database works for nobody who has left. */
const maxPageMs = 4_000
/** Fields that no list shows. */
const row = { timeline: 0, aiResponse: 0, spokenText: 0, parts: 0, 'audio.peaks': 0 } as const

export type PageFilter = {
  status?: Job['status'] | undefined
  text?: string | undefined
  /** Jobs that are left out. */
  besides?: string[] | undefined
  code?: string | undefined
  tag?: string | undefined
  voice?: string | undefined
  /** The first instant of the list, and the first one after it. */
  from?: Date | undefined
  to?: Date | undefined
}
type UnderWay = Pick<Job, '_id' | 'userId' | 'userText' | 'aiResponse' | 'queue' | 'batch' | 'createdAt'> &
  Pick<Job, 'rank' | 'progress' | 'voiceId' | 'lane'>
type Version = Pick<Job, '_id' | 'userId' | 'version' | 'updatedAt'>
const ofVersion = { userId: 1, version: 1, updatedAt: 1 } as const
/** Queries of one comparison at the same time. */
const maxInFlight = 4
type Compared = { userId: string; ids: string[]; since?: Date | undefined }

/** Queries whose results are shown: jobs that are still submitting, or deleted, are left out. */
export const pages = (model: Model<Job>) => ({
  /**
   * Newest first.
   * @param before the last row of the page before
   * @param until the last job of the list that is looked at
   */
  page: (userId: string, filter: PageFilter, limit: number, before?: Cursor, until?: Cursor) =>
    model
      .find(listed(userId, filter, before, until), row)
      .sort(newestFirst)
      .limit(limit)
      .maxTimeMS(maxPageMs)
      .lean<ShownJob[]>(),

  /** A page of all jobs with all their fields, newest first. @param before the last job of the page before */
  wholePage: (userId: string, limit: number, before?: Cursor) =>
    model
      .find(listed(userId, {}, before))
      .sort(newestFirst)
      .limit(limit)
      .maxTimeMS(maxPageMs)
      .lean<ShownJob[]>(),

  /**
   * The last of the first `count` jobs of a list without what is searched in it; undefined where it has fewer. Read from an index alone: of
   * all jobs, those that are never shown are counted too.
   */
  async lastOfFirst(userId: string, filter: PageFilter, count: number, before?: Cursor): Promise<Cursor | undefined> {
    const { from, to } = filter
    const [job] = await model
      .find({ userId, ...indexed(filter), ...within({ from, to }, before) }, { createdAt: 1 })
      .sort(newestFirst)
      .skip(count - 1)
      .limit(1)
      .maxTimeMS(maxPageMs)
      .lean<Pick<Job, '_id' | 'createdAt'>[]>()
    return job && { at: job.createdAt, id: job._id }
  },

  /**
   * The named jobs of many accounts, and those that changed since then, the latest first. A query for each account, so
   * that one with many changes takes nothing from another.
   * @param limit of an account's changed ones
   */
  async versions(accounts: Compared[], limit: number): Promise<Version[]> {
    const found = await model
      .find(
        {
          _id: { $in: accounts.flatMap(({ ids }) => ids) },
          userId: { $in: accounts.map(({ userId }) => userId) },
          status: shown,
        },
        ofVersion,
      )
      .lean<Version[]>()
    await forEachInFlight(accounts, maxInFlight, async ({ userId, since }) => {
      if (!since) return
      const changed = await model
        .find({ userId, updatedAt: { $gte: since }, status: shown }, ofVersion)
        .sort({ updatedAt: -1 })
        .limit(limit)
        .lean<Version[]>()
      found.push(...changed)
    })
    return found
  },

  /** The named jobs of many accounts that have not ended, without the fields that only their owner sees. */
  underWay: async (named: { userId: string; id: string }[]) => {
    const owners = new Map(named.map(({ userId, id }) => [id, userId]))
    const found = await model
      .find(
        {
          _id: { $in: [...owners.keys()] },
          userId: { $in: [...new Set(owners.values())] },
          status: { $in: ['pending', 'processing'] },
        },
        {
          ...{ userId: 1, userText: 1, aiResponse: 1, queue: 1, batch: 1, createdAt: 1 },
          ...{ rank: 1, progress: 1, voiceId: 1, lane: 1 },
        },
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

/** Whether a job is in a list, but for what is searched in it: of one that was found by its name. */
export const isListed = (job: Job, { tag, code, voice, status, from, to }: PageFilter): job is ShownJob =>
  isShown(job) &&
  (tag === undefined || job.tags?.includes(tag) === true) &&
  (code === undefined || job.code === code) &&
  (voice === undefined || job.voiceId === voice) &&
  (status === undefined || job.status === status) &&
  (from === undefined || job.createdAt >= from) &&
  (to === undefined || job.createdAt < to)

/** The part of a filter that an index answers. Only a failed job has a code. */
function indexed({ tag, code, voice, status }: PageFilter) {
  if (tag !== undefined) return { tags: tag }
  if (code !== undefined) return { status: status ?? ('failed' as const), code }
  if (voice !== undefined) return { voiceId: voice }
  return status === undefined ? {} : { status }
}

/** Whether the rest of a filter is searched for among the jobs that the index gives. */
export const isSearch = ({ tag, code, voice, status, text }: PageFilter): boolean =>
  text !== undefined || [tag, code ?? status, voice].filter((part) => part !== undefined).length > 1

function listed(userId: string, filter: PageFilter, before?: Cursor, until?: Cursor) {
  const { status, text, besides, code, tag, voice } = filter
  const isFailure = code !== undefined && tag !== undefined
  return {
    userId,
    ...indexed(filter),
    // Lists of one value, since no index has these fields together with the others.
    ...(voice !== undefined && (tag ?? code) !== undefined && { voiceId: { $in: [voice] } }),
    ...(isFailure && { code: { $in: [code] } }),
    ...(status === undefined
      ? code === undefined && { status: shown }
      : indexed(filter).status !== status && { status: { $in: [status] } }),
    ...(text && { $or: [{ userText: containing(text) }, { requestId: containing(text) }, { _id: containing(text) }] }),
    ...(besides && besides.length > 0 && { _id: { $nin: besides } }),
    ...within(filter, before, until),
  }
}

/** The bounds at which the index is entered and left; `$and` separates jobs of the same millisecond. */
function within({ from, to }: Pick<PageFilter, 'from' | 'to'>, before?: Cursor, until?: Cursor) {
  // `until` is a job of the list, so it is not before `from`.
  const earliest = until?.at ?? from
  const [beforeAt, isBeforeTo] = before && (!to || before.at < to) ? [before.at, false] : [to, true]
  if (!earliest && !beforeAt) return {}
  return {
    createdAt: { ...(earliest && { $gte: earliest }), ...(beforeAt && { [isBeforeTo ? '$lt' : '$lte']: beforeAt }) },
    ...((before || until) && {
      $and: [...(before ? [olderThan(before)] : []), ...(until ? [notOlderThan(until)] : [])],
    }),
  }
}

const olderThan = ({ at: createdAt, id }: Cursor) => ({
  $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }],
})
const notOlderThan = ({ at: createdAt, id }: Cursor) => ({
  $or: [{ createdAt: { $gt: createdAt } }, { createdAt, _id: { $gte: id } }],
})

/** A case-insensitive substring, with special characters escaped; MongoDB refuses a pattern with a NUL in it. */
const containing = (text: string) => ({
  $regex: text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\0', '\\x00'),
  $options: 'i',
})
