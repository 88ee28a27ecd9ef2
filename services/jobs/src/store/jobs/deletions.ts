import { leaseDue } from '@utter/storage/lease-due'
import type { mongo } from 'mongoose'
import type { Job, JobState } from '../../domain/job/job.ts'
import { state } from './due.ts'

/** Longer than a publication that ends by its deadline. */
const publicationLeaseMs = 10_000
const examinationLeaseMs = 60_000
type Key = Pick<Job, '_id' | 'userId'>
type Leasing = { now: Date; leaseMs: number; limit: number; besides: string[] }

/** Fields by which a deleted job is known, counted and forgotten. */
type Kept =
  | keyof Pick<Job, '_id' | 'userId' | 'requestId' | 'bodyHash' | 'kind' | 'voiceId' | 'keyId' | 'traceId' | 'spanId'>
  | keyof Pick<Job, 'status' | 'queue' | 'rank' | 'progress' | 'version' | 'attempt' | 'startedAttempt' | 'starts'>
  | keyof Pick<
      Job,
      'postponed' | 'lane' | 'batch' | 'batchId' | 'batchIndex' | 'retryOf' | 'call' | 'cached' | 'sameAs' | 'joined'
    >
  | keyof Pick<Job, 'webhookDelivered' | 'webhookAttempts' | 'dueAt' | 'giveUpAt' | 'unsettled' | 'ownFault'>
  | keyof Pick<
      Job,
      'endedAs' | 'code' | 'removalSince' | 'forgetAt' | 'createdAt' | 'updatedAt' | 'completedAt' | 'audibleAt'
    >

/** Fields that a deleted job loses; a new field does not compile before it is either here or kept. */
const removed: Record<Exclude<keyof Job, Kept>, 1> = {
  userText: 1,
  unknownVoice: 1,
  aiResponse: 1,
  spokenText: 1,
  parts: 1,
  metadata: 1,
  tags: 1,
  ttsSettings: 1,
  language: 1,
  textNormalization: 1,
  ssml: 1,
  speakers: 1,
  section: 1,
  fallback: 1,
  seed: 1,
  check: 1,
  stream: 1,
  ahead: 1,
  audibleAttempt: 1,
  expectedMs: 1,
  activeAtOnce: 1,
  webhookUrl: 1,
  delivery: 1,
  sessionId: 1,
  isFree: 1,
  words: 1,
  timeline: 1,
  audio: 1,
  work: 1,
  error: 1,
  cacheKey: 1,
  share: 1,
  expiresAt: 1,
  unpublishedSince: 1,
}

/** recipe 16: deleted jobs, and what lifetimes and deletions leave to do. `besides`: ids that are left out. */
export const deletions = (jobs: mongo.Collection<Job>) => {
  const lease = (field: keyof Job, dueBy: Date, { now, leaseMs, limit, besides }: Leasing) =>
    leaseDue<JobState>(jobs as unknown as mongo.Collection<JobState>, {
      field,
      dueBy,
      now,
      limit,
      leaseMs,
      besides,
      projection: state,
    })
  return {
    /** @returns the job after it; null when it has not ended so, is unsettled, or deleted already */
    markDeleted: ({ _id, userId }: Key, endedAs: 'completed' | 'failed', now: Date, forgetAt: Date) =>
      jobs.findOneAndUpdate(
        { _id, userId, status: endedAs, unsettled: { $exists: false } },
        {
          $set: { status: 'deleted', endedAs, removalSince: now, forgetAt },
          $unset: removed,
        },
        { returnDocument: 'after', projection: state },
      ) as Promise<JobState | null>,
    /** Up to two jobs that are not deleted and play this job's audio, itself among them. */
    holdersOf: (userId: string, id: string): Promise<Pick<Job, '_id' | 'status'>[]> =>
      jobs
        .find(
          {
            // The condition that is common to both is in each: only an `$or` by itself is planned branch by branch.
            $or: [
              { userId, _id: id, status: { $ne: 'deleted' } },
              { userId, sameAs: id, status: { $ne: 'deleted' } },
            ],
          },
          { projection: { status: 1 } },
        )
        .limit(2)
        .toArray(),
    async markDeletionPublished({ _id, userId }: Key): Promise<void> {
      await jobs.updateOne({ _id, userId, status: 'deleted' }, { $unset: { removalSince: 1 } })
    },
    leaseDeletions: (before: Date, now: Date, limit: number, besides: string[] = []) =>
      lease('removalSince', before, { now, leaseMs: publicationLeaseMs, limit, besides }),
    leaseExpired: (now: Date, limit: number, besides: string[] = []) =>
      lease('expiresAt', now, { now, leaseMs: examinationLeaseMs, limit, besides }),
    leaseForgettable: (now: Date, limit: number, besides: string[] = []) =>
      lease('forgetAt', now, { now, leaseMs: examinationLeaseMs, limit, besides }),
    async forgetLater({ _id, userId }: Key, forgetAt: Date): Promise<void> {
      await jobs.updateOne({ _id, userId, status: 'deleted' }, { $set: { forgetAt } })
    },
    async forget({ _id, userId }: Key): Promise<void> {
      await jobs.deleteOne({ _id, userId, status: 'deleted', removalSince: { $exists: false } })
    },
  }
}
