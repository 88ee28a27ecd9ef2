import type { Model } from 'mongoose'
import type { Job } from '../../domain/job/job.ts'
import { sumTimeMs } from './usage.ts'

type Waiting = Pick<Job, '_id' | 'queue' | 'batch' | 'createdAt'>
/** Jobs that wait between the oldest and the newest of one page. */
const maxBetween = 1_000

/** Jobs of a status among which one of an earlier segment is looked for: more than are being submitted at one moment. */
const maxOldest = 1_000
/** Jobs up to which a place in the queue is counted: an account may have 50,000 waiting, each with an open stream. */
const maxAhead = 10_000

type Placed = Pick<Job, '_id' | 'batch' | 'createdAt'>

/** Counts, each by one index. */
export const counts = (model: Model<Job>, ahead = maxAhead) => ({
  /** Waiting jobs of the account that go before this one, 10,000 at most: all single ones do before those of batches. */
  waitingBefore: async (job: Placed & Pick<Job, 'userId'>): Promise<number> =>
    (await placesOf(model, ahead, job.userId, [job])).get(job._id) ?? 0,
  /** The same of each of these jobs of an account, all of which wait: those before them are counted once for all. */
  waitingBeforeAll: (userId: string, jobs: Placed[]): Promise<Map<string, number>> =>
    placesOf(model, ahead, userId, jobs),
  /**
   * How many of the account's jobs wait before each of these that waits itself, single ones before those of batches. In
   * a list that was searched, jobs with more than 1,000 others between them are left out. Counted up to 10,000.
   */
  async waitingBeforeEach(userId: string, jobs: Waiting[]): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    const ofBatch = Map.groupBy(
      jobs.filter(({ queue }) => queue === 'waiting'),
      ({ batch }) => batch,
    )
    for (const [batch, list] of ofBatch) {
      const times = list.map(({ createdAt }) => createdAt.getTime())
      const [oldest, newest] = [new Date(Math.min(...times)), new Date(Math.max(...times))]
      const [singles, before, between] = await Promise.all([
        batch > 0 ? model.countDocuments({ userId, queue: 'waiting', batch: { $lt: batch } }).limit(ahead) : 0,
        model.countDocuments({ userId, queue: 'waiting', batch, createdAt: { $lt: oldest } }).limit(ahead),
        model
          .find({ userId, queue: 'waiting', batch, createdAt: { $gte: oldest, $lte: newest } }, { _id: 1 })
          .sort({ batch: 1, createdAt: 1 })
          .limit(maxBetween)
          .lean<{ _id: string }[]>(),
      ])
      for (const [index, { _id }] of between.entries()) found.set(_id, Math.min(ahead, singles + before + index))
    }
    return found
  },
  /** Calls that jobs owe of a period, by the API key that took them; under no key those of sessions. */
  async countOwed(userId: string, period: Date): Promise<{ keyId?: string; calls: number }[]> {
    const counted = await model
      .aggregate<{ _id: string | null; calls: number }>([
        { $match: { userId, 'call.period': period, 'call.owed': true } },
        { $group: { _id: '$keyId', calls: { $sum: 1 } } },
      ])
      .option({ maxTimeMS: sumTimeMs })
    return counted.map(({ _id: keyId, calls }) => ({ ...(keyId && { keyId }), calls }))
  },
  /**
   * Whether a job of this period, or of one before, may still change. The oldest of each status are looked at: one of a later period is
   * among them only where it was submitted while that began.
   */
  async hasOpen(userId: string, period: Date): Promise<boolean> {
    for (const status of ['pending', 'processing'] as const) {
      const oldest = await model
        .find({ userId, status }, { 'call.period': 1 })
        .sort({ createdAt: 1, _id: 1 })
        .limit(maxOldest)
        .lean<Pick<Job, 'call'>[]>()
      if (oldest.some(({ call }) => call && call.period <= period)) return true
    }
    return false
  },
  /** Failures since then that the account's own text caused, counted up to the limit. */
  countOwnFaults: (userId: string, since: Date, limit: number) =>
    model.countDocuments({ userId, ownFault: true, completedAt: { $gte: since } }).limit(limit),
  countByStatus: (userId: string, status: Job['status']) => model.countDocuments({ userId, status }),
  /** Counted up to the limit. */
  countUnpublished: (limit: number) => model.countDocuments({ unpublishedSince: { $gt: new Date(0) } }).limit(limit),
})

async function placesOf(
  model: Model<Job>,
  ahead: number,
  userId: string,
  jobs: Placed[],
): Promise<Map<string, number>> {
  const waiting = { userId, queue: 'waiting' as const }
  const places = new Map<string, number>()
  for (const [batch, list] of Map.groupBy(jobs, (job) => job.batch)) {
    let before = batch > 0 ? await model.countDocuments({ ...waiting, batch: { $lt: batch } }).limit(ahead) : 0
    let from = new Date(0)
    for (const { _id, createdAt: to } of list.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())) {
      if (to > from && before < ahead)
        before += await model
          .countDocuments({ ...waiting, batch, createdAt: { $gte: from, $lt: to } })
          .limit(ahead - before)
      places.set(_id, before)
      from = to
    }
  }
  return places
}
