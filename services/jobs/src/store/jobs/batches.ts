import { type BatchRow, maxBatch, maxFirstText } from '@utter/contracts/http/jobs/batch'
import type { JobStatus } from '@utter/contracts/jobs'
import type { Cursor } from '@utter/http/pages'
import type { mongo } from 'mongoose'
import type { Job, ShownJob } from '../../domain/job/job.ts'

const shown: JobStatus[] = ['pending', 'processing', 'completed', 'failed']
/** Time of one query in the database, in ms: a little less than its answer has. */
const maxPageMs = 4_000

/** A batch as its jobs have it. Its place in the list is the time of its last job. */
type CountedBatch = Omit<BatchRow, 'createdAt'> & { createdAt: Date; lastAt: Date }
type Place = Pick<CountedBatch, 'lastAt' | 'batchId'>

/** Reads of batches, which are no documents: at most 100 jobs each, so that one is a single query. */
export const batches = (jobs: mongo.Collection<Job>) => ({
  /** The accepted jobs that a batch made, in its order. */
  ofBatch: (userId: string, batchId: string): Promise<ShownJob[]> =>
    jobs
      .find<ShownJob>({ userId, batchId, status: { $in: shown } }, { projection: { timeline: 0, 'audio.peaks': 0 } })
      .sort({ batchIndex: 1 })
      .toArray(),

  /**
   * The newest batches, counted by status; those whose jobs are all deleted are left out, so that a page may be short.
   * @param limit of batches: as many jobs are looked at as they can have
   * @param before the last batch of the page before, by its place
   * @returns `next` where the list may go on
   */
  async batchesPage(
    userId: string,
    limit: number,
    before?: Cursor,
  ): Promise<{ batches: CountedBatch[]; next?: Cursor }> {
    // Beside a page's own jobs those of the batch before it.
    const looked = (limit + 1) * maxBatch
    const members = await jobs
      .find<Required<Pick<Job, 'batchId' | 'createdAt'>>>(
        { userId, batchId: { $gt: '' }, ...(before && { createdAt: { $lte: before.at } }) },
        { projection: { _id: 0, batchId: 1, createdAt: 1 } },
      )
      .sort({ createdAt: -1, batchId: 1 })
      .limit(looked)
      .maxTimeMS(maxPageMs)
      .toArray()
    const found = await countedBatches(jobs, userId, [...new Set(members.map(({ batchId }) => batchId))])
    // Batches that were submitted at once have jobs among each other's: a batch of the page before may have some here.
    const following = before
      ? found.filter((batch) => compare(batch, { lastAt: before.at, batchId: before.id }) > 0)
      : found
    const page = following.sort(compare).slice(0, limit)
    const last = members.at(-1)
    if (following.length > limit) return { batches: page, ...nextAfter(page.at(-1)) }
    if (members.length < looked || !last) return { batches: page }
    return { batches: page, next: { at: last.createdAt, id: last.batchId } }
  },

  byRequests: (userId: string, requestIds: string[]): Promise<Job[]> =>
    jobs.find({ userId, requestId: { $in: requestIds } }).toArray(),
  /** How many of these requests were accepted; their jobs may have ended since, or been deleted. */
  countAccepted: (userId: string, requestIds: string[]): Promise<number> =>
    jobs.countDocuments({ userId, requestId: { $in: requestIds }, status: { $ne: 'submitting' } }),
})

const nextAfter = (batch: CountedBatch | undefined) => batch && { next: { at: batch.lastAt, id: batch.batchId } }

/** Newest first; at the same instant by id. */
function compare(one: Place, other: Place): number {
  const byTime = other.lastAt.getTime() - one.lastAt.getTime()
  if (byTime !== 0 || one.batchId === other.batchId) return byTime
  return one.batchId < other.batchId ? -1 : 1
}

const countOf = (status: JobStatus) => ({ $sum: { $cond: [{ $eq: ['$status', status] }, 1, 0] } })

async function countedBatches(
  jobs: mongo.Collection<Job>,
  userId: string,
  batchIds: string[],
): Promise<CountedBatch[]> {
  if (batchIds.length === 0) return []
  const counted = await jobs
    .aggregate<Omit<CountedBatch, 'counts'> & CountedBatch['counts']>(
      [
        { $match: { userId, batchId: { $in: batchIds }, status: { $in: shown } } },
        { $sort: { batchId: 1, batchIndex: 1 } },
        {
          $group: {
            _id: '$batchId',
            createdAt: { $min: '$createdAt' },
            lastAt: { $max: '$createdAt' },
            total: { $sum: 1 },
            pending: countOf('pending'),
            processing: countOf('processing'),
            completed: countOf('completed'),
            failed: countOf('failed'),
            firstText: { $first: { $substrCP: ['$userText', 0, maxFirstText] } },
            voiceId: { $first: '$voiceId' },
          },
        },
        { $addFields: { batchId: '$_id' } },
      ],
      { maxTimeMS: maxPageMs },
    )
    .toArray()
  return counted.map(({ batchId, createdAt, lastAt, total, firstText, voiceId, ...counts }) => ({
    ...{ batchId, createdAt, lastAt, total, firstText, voiceId },
    counts: {
      pending: counts.pending,
      processing: counts.processing,
      completed: counts.completed,
      failed: counts.failed,
    },
  }))
}
