import { rank } from '@utter/contracts/jobs'
import type { Allowance } from '@utter/jobs/domain/allowance/allowance'
import { callLimitOf } from '@utter/jobs/domain/allowance/call-limits'
import { type CallPeriod, callsOf, monthStartOf, takenIn } from '@utter/jobs/domain/allowance/past-segments'
import { presentMonth } from '@utter/jobs/domain/allowance/periods'
import type { Job } from '@utter/jobs/domain/job/job'
import type { Connection } from 'mongoose'
import { type UsageRecord, usageViolations } from './usage.ts'
import { type ChapterRecord, type WorkRecord, workViolations } from './works.ts'

type Some<T, Key extends keyof T> = Partial<Pick<T, Key>>
export type AllowanceRecord = Pick<
  Allowance,
  'period' | 'adjustment' | 'used' | 'concurrency' | 'active' | 'reserved' | 'backlog'
> &
  Some<
    Allowance,
    | 'refunded'
    | 'recountAt'
    | 'reconcileAt'
    | 'billingVersion'
    | 'totals'
    | 'past'
    | 'keyCalls'
    | 'sums'
    | 'summing'
    | 'unsummedFrom'
    | 'sumAt'
    | 'callLimit'
    | 'monthStart'
    | 'planCalls'
    | 'carriedCalls'
    | 'continued'
    | 'overageCalls'
    | 'bonusEarned'
    | 'bonusSpent'
  >
export type JobRecord = Pick<Job, '_id' | 'status' | 'queue' | 'rank' | 'version' | 'timeline'> &
  Some<
    Job,
    | 'kind'
    | 'requestId'
    | 'section'
    | 'call'
    | 'cached'
    | 'joined'
    | 'sameAs'
    | 'retryOf'
    | 'ownFault'
    | 'attempt'
    | 'unpublishedSince'
    | 'unsettled'
    | 'keyId'
    | 'voiceId'
    | 'completedAt'
    | 'code'
    | 'userText'
    | 'aiResponse'
    | 'spokenText'
    | 'parts'
    | 'metadata'
    | 'tags'
    | 'ttsSettings'
    | 'webhookUrl'
    | 'error'
    | 'audio'
    | 'work'
    | 'expiresAt'
    | 'endedAs'
    | 'removalSince'
  >
/** An account as its collections have it, and the published ends of its jobs. */
export type AccountRecord = {
  allowance: AllowanceRecord | null
  jobs: JobRecord[]
  /** The sums of its days. */
  usage?: UsageRecord[]
  works?: WorkRecord[]
  /** Without their texts. */
  chapters?: ChapterRecord[]
  finished?: { jobId: string; version: number; status: string }[]
}

/** A checker's own cursor takes all at once: small batches are for the questions of the product (`watchCommands`). */
export const inOneBatch = { batchSize: 10_000 }

/** The account in the database of jobs, at a moment when nothing is under way: the collections are read one after the other. */
export async function readAccount(connection: Connection, userId: string): Promise<AccountRecord> {
  const all = async <T>(name: string, projection = {}) =>
    (await connection
      .collection(name)
      .find({ userId }, { ...inOneBatch, projection })
      .toArray()) as unknown as T[]
  return {
    allowance: (await connection
      .collection('allowances')
      .findOne({ _id: userId as never })) as unknown as AllowanceRecord | null,
    jobs: await all<JobRecord>('jobs'),
    usage: await all<UsageRecord>('usage'),
    works: await all<WorkRecord>('works'),
    chapters: await all<ChapterRecord>('chapters', { 'sections.paragraphs': 0, past: 0 }),
  }
}

const isEnd = (status: string) => status === 'completed' || status === 'failed'
/** The status of a job, or the end of a deleted one, which is counted as before. */
export const endOf = ({ status, endedAs }: JobRecord) => (status === 'deleted' ? endedAs : status)
export const isDeleted = ({ status }: Pick<JobRecord, 'status'>): boolean => status === 'deleted'
const ranks: Record<string, number> = {
  submitted: rank.submitted,
  'chat-started': rank.chatStarted,
  'reply-written': rank.replyWritten,
  // A second attempt begins again within the stage, so its two steps count as one.
  'speech-started': rank.speechStarted,
  'speech-progressed': rank.speechStarted,
  completed: rank.stored,
}

/** Checks the invariants of every moment between two updates. @returns a sentence for each that is broken */
export function violations({ allowance, jobs, finished = [] }: AccountRecord): string[] {
  return [
    ...(allowance ? ofAllowance(allowance, jobs) : jobs.length > 0 ? ['there are jobs without an allowance'] : []),
    ...jobs.flatMap((job) => (isDeleted(job) ? ofDeleted(job) : ofJob(job))),
    ...finished.flatMap((end) => {
      const job = jobs.find(({ _id }) => _id === end.jobId)
      if (!job) return [`job ${end.jobId} was published as finished and does not exist`]
      if (job.version !== end.version || endOf(job) !== end.status)
        return [
          `job ${job._id} was published as ${end.status} at ${end.version} and is ${endOf(job)} at ${job.version}`,
        ]
      return []
    }),
  ]
}

/**
 * Checks further invariants, of an account whose jobs have all ended and for which the sweepers find nothing to do.
 * @param now by the clock of jobs
 */
export function violationsAtRest(account: AccountRecord, now = new Date()): string[] {
  const { allowance, jobs, finished } = account
  const found = [...violations(account), ...workViolations(account)]
  if (allowance) {
    const owed = owedBy(allowance, jobs)
    if (allowance.used > owed) found.push(`used is ${allowance.used}, and the jobs owe ${owed}`)
    for (const [keyId, calls] of Object.entries(allowance.keyCalls ?? {})) {
      const owedByKey = monthOwed(allowance, jobs, keyId)
      if (calls > owedByKey) found.push(`the key ${keyId} took ${calls}, and its jobs owe ${owedByKey}`)
    }
    for (const list of ['active', 'reserved'] as const)
      if (allowance[list].length > 0) found.push(`${list} still has ${allowance[list].length}`)
    if (allowance.backlog) found.push('backlog is still set')
    for (const status of ['completed', 'failed'] as const) {
      const ended = jobs.filter((job) => endOf(job) === status).length
      const total = allowance.totals?.[status] ?? ended
      if (total !== ended) found.push(`the totals count ${total} ${status} of ${ended}`)
    }
    found.push(...pastAtRest(allowance, jobs))
    if (allowance.refunded?.length) found.push(`refunded still has ${allowance.refunded.length}`)
    if (allowance.recountAt && allowance.recountAt <= now) found.push('a recount is still due')
    if (allowance.sumAt && allowance.sumAt <= now) found.push('a sum of usage is still due')
    if (allowance.reconcileAt) found.push('a reconcile is still due')
    found.push(...usageViolations(allowance, jobs, account.usage))
  }
  for (const job of jobs) {
    if (!isEnd(job.status) && !isDeleted(job)) found.push(`job ${job._id} is ${job.status} and never ended`)
    if (job.queue !== 'none') found.push(`job ${job._id} still has the queue ${job.queue}`)
    if (job.unpublishedSince) found.push(`job ${job._id} has an unpublished change`)
    if (job.unsettled) found.push(`job ${job._id} was not settled`)
    if (job.removalSince) found.push(`the deletion of job ${job._id} is unpublished`)
    if (job.expiresAt && job.expiresAt <= now) found.push(`the lifetime of job ${job._id} is over`)
    if (finished && isEnd(endOf(job) ?? '') && !finished.some(({ jobId }) => jobId === job._id))
      found.push(`the end of job ${job._id} was never published`)
  }
  return found
}

function ofAllowance(allowance: AllowanceRecord, jobs: JobRecord[]): string[] {
  const { active, reserved, concurrency, used, refunded = [] } = allowance
  const found: string[] = []
  const members = [...active, ...reserved]
  if (active.length > concurrency) found.push(`${active.length} jobs are active of ${concurrency}`)
  for (const [name, list] of [
    ['active', active],
    ['reserved', reserved],
    ['refunded', refunded.map((id) => ({ id }))],
  ] as const) {
    const ids = list.map(({ id }) => id)
    for (const id of new Set(ids)) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push(`${id} is twice in ${name}`)
  }
  const owed = owedBy(allowance, jobs)
  if (used < owed) found.push(`used is ${used}, below the ${owed} that the jobs owe`)
  for (const keyId of new Set([...jobs, ...members].flatMap((one) => one.keyId ?? []))) {
    const [calls, owedByKey] = [allowance.keyCalls?.[keyId] ?? 0, monthOwed(allowance, jobs, keyId)]
    if (calls < owedByKey) found.push(`the key ${keyId} took ${calls}, below the ${owedByKey} that its jobs owe`)
  }
  found.push(...ofLimits(allowance, jobs))
  for (const id of refunded)
    if (members.some((member) => member.id === id)) found.push(`${id} is refunded and still a member`)
  for (const job of jobs)
    if (job.queue === 'active' && !active.some(({ id }) => id === job._id))
      found.push(`job ${job._id} is active, and its allowance lacks it`)
  return found
}

/** The calls that an account may use are the sum of their parts, and no call of an earlier segment is used that is not written off. */
function ofLimits(allowance: AllowanceRecord, jobs: JobRecord[]): string[] {
  const {
    callLimit,
    planCalls,
    carriedCalls = 0,
    overageCalls,
    bonusEarned = 0,
    bonusSpent = 0,
    past = [],
    continued,
  } = allowance
  const found: string[] = []
  if (planCalls !== undefined && overageCalls !== undefined) {
    const sum = callLimitOf({ planCalls, carriedCalls, overageCalls, bonusEarned, bonusSpent })
    if (callLimit !== sum) found.push(`the call limit is ${callLimit}, and the sum of its parts ${sum}`)
  }
  if (bonusSpent > bonusEarned) found.push(`${bonusSpent} bonus calls are spent of ${bonusEarned}`)
  for (const one of past) {
    const owed = owedBy({ ...allowance, ...one }, jobs)
    const { bonus } = callsOf(owed, one)
    if (one.bonus < bonus) found.push(`${one.bonus} bonus calls are written off of a segment that used ${bonus}`)
    if ((one.used ?? owed) < owed) found.push(`a segment in past used ${one.used}, below the ${owed} that its jobs owe`)
  }
  const month = presentMonth(allowance)
  const fromDeleted = continued?.month.getTime() === month.getTime() ? continued.calls : 0
  const taken = takenIn(month, past).plan + fromDeleted
  if (carriedCalls !== taken) found.push(`${carriedCalls} plan calls carry over of ${taken} that were taken before`)
  return [...found, ...outsideSegments(allowance, jobs)]
}

/** Each call of the month is one of a segment that is counted. */
function outsideSegments(allowance: AllowanceRecord, jobs: JobRecord[]): string[] {
  const month = presentMonth(allowance).getTime()
  const starts = [allowance, ...(allowance.past ?? [])].map(({ period }) => period.getTime())
  return jobs.flatMap(({ _id, call }) =>
    call?.owed && monthStartOf(call).getTime() === month && !starts.includes(call.period.getTime())
      ? [`job ${_id} owes a call of a segment that is not counted`]
      : [],
  )
}

/** Each segment that is over was counted when its last job had ended. */
const pastAtRest = (allowance: AllowanceRecord, jobs: JobRecord[]): string[] =>
  (allowance.past ?? []).flatMap((one) => {
    const owed = owedBy({ ...allowance, ...one }, jobs)
    if (!one.isClosed) return [`the segment of ${one.period.toISOString()} is still open`]
    return one.used === owed ? [] : [`a segment in past used ${one.used}, and its jobs owe ${owed}`]
  })

const isAt = (start: Date) => (one: Date | undefined) => one?.getTime() === start.getTime()

const owedBy = (allowance: AllowanceRecord, jobs: JobRecord[]): number =>
  allowance.adjustment + callsOwed(allowance, jobs, (call) => isAt(allowance.period)(call?.period))

/** Calls of the present month that this API key took. */
const monthOwed = (allowance: AllowanceRecord, jobs: JobRecord[], keyId: string): number =>
  callsOwed(
    allowance,
    jobs,
    (call) => isAt(presentMonth(allowance))(call && monthStartOf(call)),
    (one) => one.keyId === keyId,
  )

/** The calls of the members, and of the jobs that owe one and are no members. */
function callsOwed(
  { active, reserved, refunded = [] }: AllowanceRecord,
  jobs: JobRecord[],
  isOfTime: (call: CallPeriod | undefined) => boolean,
  isCounted: (one: { keyId?: string }) => boolean = () => true,
): number {
  const members = [...active, ...reserved]
  // Ended without ever having been active: its call is still to be refunded, but for one from the cache, which took none.
  const isUnreturned = ({ _id, unsettled, attempt, cached }: JobRecord) =>
    unsettled && attempt === 0 && !cached && !refunded.includes(_id)
  const others = jobs.filter(
    (job) =>
      isCounted(job) &&
      (job.call?.owed || isUnreturned(job)) &&
      isOfTime(job.call) &&
      !members.some(({ id }) => id === job._id),
  )
  const ofTime = members.filter((one) => isOfTime(one) && isCounted(one))
  return new Set(ofTime.map(({ id }) => id)).size + others.length
}

const textsAndSound = [
  'userText',
  'aiResponse',
  'spokenText',
  'parts',
  'metadata',
  'tags',
  'ttsSettings',
  'webhookUrl',
  'timeline',
  'error',
  'audio',
  'work',
] as const

/** A deleted job has nothing left but what is counted of it, and was settled before. */
function ofDeleted(job: JobRecord): string[] {
  const { _id, endedAs, unsettled } = job
  const found = textsAndSound.flatMap((field) => (field in job ? [`job ${_id} is deleted and has its ${field}`] : []))
  if (unsettled) found.push(`job ${_id} is deleted and was not settled`)
  if (!endedAs) found.push(`job ${_id} is deleted and never ended`)
  return [...found, ...ofOwed(job, endedAs)]
}

function ofOwed({ _id, call, cached, joined, ownFault }: JobRecord, endedAs: string | undefined): string[] {
  if (endedAs === 'failed' && call?.owed && !ownFault) return [`job ${_id} failed and owes a call`]
  if (joined && (!endedAs || call?.owed)) return [`job ${_id} had all of its pieces before and owes a call`]
  return endedAs === 'completed' && !cached && !joined && !call?.owed
    ? [`job ${_id} was completed and owes nothing`]
    : []
}

function ofJob(job: JobRecord): string[] {
  const { _id, status, version, timeline, call, cached, sameAs, rank: present } = job
  const found: string[] = []
  if (version !== timeline.length) found.push(`job ${_id} has version ${version} and ${timeline.length} entries`)
  const ends = timeline.filter((entry) => isEnd(entry.status)).length
  if (ends > 1) found.push(`job ${_id} ended ${ends} times`)
  if (ends === 1 && !isEnd(timeline.at(-1)?.status ?? '')) found.push(`job ${_id} went on after its end`)
  if (status !== 'submitting' && timeline.at(-1)?.status !== status)
    found.push(`job ${_id} is ${status}, and its timeline ends with ${timeline.at(-1)?.status}`)
  for (const [index, entry] of timeline.entries()) {
    const before = timeline.slice(0, index)
    const highest = Math.max(-1, ...before.map(({ step }) => ranks[step] ?? -1))
    if ((ranks[entry.step] ?? highest) < highest) found.push(`job ${_id} went back to ${entry.step}`)
    if (before.some(({ progress }) => progress > entry.progress))
      found.push(`job ${_id} fell back to ${entry.progress} %`)
  }
  if (present < Math.max(0, ...timeline.map(({ step }) => ranks[step] ?? 0)))
    found.push(`job ${_id} has a lower rank than its timeline`)
  if (cached && (status !== 'completed' || call?.owed || !sameAs))
    found.push(`job ${_id} is from the cache, ${status}, and ${call?.owed ? 'owes a call' : `the same as ${sameAs}`}`)
  return [...found, ...ofOwed(job, status)]
}
