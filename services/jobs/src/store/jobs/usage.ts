import type { Model } from 'mongoose'
import { maxTimeStep, stepsPerDoubling } from '../../domain/allowance/time-steps.ts'
import type { CountedUsage, UsageRow } from '../../domain/allowance/usage.ts'
import type { Job } from '../../domain/job/job.ts'

/** Time of a request's count of a day in the database, as of one page of a list. */
const maxCountMs = 4_000
/** Time of a count that nobody waits for, of millions of calls; the driver closes a connection that gives no answer for 20 s. */
export const sumTimeMs = 15_000
const endedIn = (userId: string, completedAt: { $gte: Date; $lt: Date }) => ({ userId, completedAt })

type CountedRow = Omit<UsageRow, 'keyId'> & { keyId?: string | null }
type Counted = { [Part in keyof CountedUsage]-?: Part extends 'rows' ? CountedRow[] : NonNullable<CountedUsage[Part]> }

/** Usage by day; each query uses one index alone. */
export const usage = (model: Model<Job>) => ({
  /** The calls, ends and times of the jobs that ended in this time. */
  async usageBetween(userId: string, from: Date, until: Date, maxTimeMS = maxCountMs): Promise<CountedUsage> {
    const [counted] = await model
      .aggregate<Counted>([
        { $match: endedIn(userId, { $gte: from, $lt: until }) },
        { $project: measured },
        { $facet: { rows, segments, times: stepsOf('$endStep'), soundTimes: stepsOf('$soundStep') } },
      ])
      .option({ maxTimeMS })
    const { rows: found = [], segments: by = [], times = [], soundTimes = [] } = counted ?? {}
    return { rows: found.map((row) => ({ ...row, keyId: row.keyId ?? null })), segments: by, times, soundTimes }
  },
  /** When the first job of this time ended. */
  async firstEnded(userId: string, from: Date, until: Date): Promise<Date | undefined> {
    const job = await model
      .findOne(endedIn(userId, { $gte: from, $lt: until }), { completedAt: 1 })
      .sort({ completedAt: 1 })
      .lean<Pick<Job, 'completedAt'> | null>()
    return job?.completedAt
  },
})

const isCompleted = { $or: [{ $eq: ['$status', 'completed'] }, { $eq: ['$endedAs', 'completed'] }] }
const wasThere = { $or: ['$cached', '$joined'] }
const ofCompleted = { $cond: [wasThere, 'cached', 'completed'] }
const ofFailed = { $cond: [{ $eq: ['$code', 'cancelled'] }, 'cancelled', 'failed'] }
const outcome = { $cond: [isCompleted, ofCompleted, ofFailed] }
/** The step of a time since the submission; null where `at` is absent, or the sound was not spoken for this job. */
const stepSince = (at: string) => {
  const ms = { $max: [1, { $subtract: [at, '$createdAt'] }] }
  // A power of two begins its step, however its logarithm is rounded.
  const step = { $toInt: { $floor: { $add: [1e-9, { $multiply: [stepsPerDoubling / Math.LN2, { $ln: ms }] }] } } }
  const isSpoken = { $and: [isCompleted, { $not: [wasThere] }, { $gt: [at, null] }] }
  return { $cond: [isSpoken, { $min: [maxTimeStep, step] }, null] }
}
const measured = {
  ...{ _id: 0, keyId: 1, voiceId: 1, period: '$call.period', calls: { $cond: ['$call.owed', 1, 0] } },
  ...{ outcome, endStep: stepSince('$completedAt'), soundStep: stepSince('$audibleAt') },
}

const endsAs = (name: string) => ({ $sum: { $cond: [{ $eq: ['$outcome', name] }, 1, 0] } })
const rows = [
  {
    $group: {
      _id: { keyId: '$keyId', voiceId: '$voiceId' },
      calls: { $sum: '$calls' },
      ...{ completed: endsAs('completed'), failed: endsAs('failed') },
      ...{ cancelled: endsAs('cancelled'), cached: endsAs('cached') },
    },
  },
  {
    $project: {
      ...{ _id: 0, keyId: '$_id.keyId', voiceId: '$_id.voiceId', calls: 1 },
      ends: { completed: '$completed', failed: '$failed', cancelled: '$cancelled', cached: '$cached' },
    },
  },
]
const segments = [
  { $match: { calls: 1 } },
  { $group: { _id: '$period', calls: { $sum: 1 } } },
  { $project: { _id: 0, period: '$_id', calls: 1 } },
]
const stepsOf = (step: string) => [
  { $match: { [step.slice(1)]: { $ne: null } } },
  { $group: { _id: step, jobs: { $sum: 1 } } },
  { $project: { _id: 0, step: '$_id', jobs: 1 } },
]
