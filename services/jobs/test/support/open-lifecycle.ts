import { randomUUID } from 'node:crypto'
import type { EventDefinition } from '@utter/contracts/event'
import { TtsRequest } from '@utter/contracts/http/jobs/job-request'
import type { AudioRef } from '@utter/contracts/jobs'
import { monthOf } from '@utter/contracts/period'
import { planOf, standardPlans, type TierName } from '@utter/contracts/plans'
import type { Handler } from '@utter/messaging/handler'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { openRelay } from '@utter/messaging/publish/outbox'
import { openBatcher } from '@utter/runtime/batcher'
import { isTransient } from '@utter/runtime/is-transient'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { createLog } from '@utter/telemetry/log'
import {
  type AccountRecord,
  inOneBatch,
  readAccount,
  violations,
  violationsAtRest,
} from '@utter/testing/invariants/job-invariants'
import { openDatabase } from '@utter/testing/setup/databases'
import { consumers } from '../../src/app.ts'
import type { ConsumeDeps, LifecycleDeps } from '../../src/deps.ts'
import { newAllowance } from '../../src/domain/allowance/allowance.ts'
import { Estimates } from '../../src/domain/estimates.ts'
import type { PresentVersions } from '../../src/domain/job/cache-key.ts'
import type { Job, Settled } from '../../src/domain/job/job.ts'
import { newJob } from '../../src/domain/job/new-job.ts'
import { PickupDelay } from '../../src/domain/pickup-delay.ts'
import { createPeriods } from '../../src/lifecycle/allowance-of.ts'
import { deleteJob } from '../../src/lifecycle/end/delete-job.ts'
import { eraseAccount } from '../../src/lifecycle/end/erase-account.ts'
import { forgetJob } from '../../src/lifecycle/end/forget-job.ts'
import { publishDeletion } from '../../src/lifecycle/end/publish-deletion.ts'
import { settle } from '../../src/lifecycle/end/settle.ts'
import { reconcileAs } from '../../src/lifecycle/repair/reconcile.ts'
import { recount } from '../../src/lifecycle/repair/recount.ts'
import { settleSubmitting } from '../../src/lifecycle/repair/start-sweeps.ts'
import { sumUsage } from '../../src/lifecycle/repair/sum-usage.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { eventsFor } from '../../src/publishes/events-for.ts'
import { type AllowanceStore, openAllowances } from '../../src/store/allowances.ts'
import { openChapters } from '../../src/store/chapters.ts'
import { type JobStore, openJobs } from '../../src/store/jobs.ts'
import { openPronunciations } from '../../src/store/pronunciations.ts'
import { openUsage, type UsageStore } from '../../src/store/usage.ts'
import { openWorks } from '../../src/store/works.ts'

export const signedUpAt = new Date('2026-01-15T09:00:00Z')
export const audio: AudioRef = { name: 'a.mp3', sizeBytes: 4, durationMs: 1_000, peaks: [0.5] }
const begin = new Date('2026-03-20T12:00:00Z')
/** Most tests have as many free accounts as they like. */
const unbounded = { take: async () => async () => {} }
/** More than all tests of a file leave behind. */
const maxFound = 5_000

/**
 * The lifecycle on a real database of its own, without Kafka: published events are kept, and its clock moves by calls
 * alone.
 */
export async function openLifecycle(database: string, plans = standardPlans) {
  const log = createLog('jobs', 'silent')
  const mongo = await openDatabase(database)
  const [jobs, allowances, usage, pronunciations, works, chapters] = await Promise.all([
    openJobs(mongo.connection),
    openAllowances(mongo.connection),
    openUsage(mongo.connection),
    openPronunciations(mongo.connection),
    openWorks(mongo.connection),
    openChapters(mongo.connection),
  ])
  const deleted = await openDeletedAccounts(mongo.connection)
  const published: OutgoingEvent[] = []
  /** Deleted jobs that nothing counted any more: no figure may have changed by their removal. */
  const forgotten: Job[] = []
  let now = begin
  let versions: PresentVersions = {}
  const clock = { now: () => now }

  /** @param stores stores and publish of a process that may die */
  async function depsOf(stores: {
    jobs: JobStore
    allowances: AllowanceStore
    usage?: UsageStore
    publish: LifecycleDeps['publish']
  }) {
    const relay = openRelay({ ...stores.jobs.outbox, eventsFor }, stores.publish, log)
    // Its own sweep goes by the real time; here it is called for.
    await relay[Symbol.asyncDispose]()
    const settledMarks = openBatcher<Settled>(1, log, stores.jobs.markSettled)
    const periods = createPeriods()
    const pickupDelay = new PickupDelay(30_000)
    const estimates = new Estimates()
    const erasure = {
      async erase(userId: string) {
        await deleted.add(userId, now)
        await eraseAccount({ usage, pronunciations, works, chapters, ...stores, clock }, userId)
      },
      isDeleted: deleted.has,
    }
    return {
      usage,
      pronunciations,
      works,
      chapters,
      ...stores,
      erasure,
      relay,
      settledMarks,
      periods,
      plans,
      freeBounds: unbounded,
      versions: () => versions,
      pickupDelay,
      estimates,
      usageWatch: { taken: () => {} },
      clock,
      log,
    } satisfies ConsumeDeps
  }
  const deps = await depsOf({ jobs, allowances, publish: async (events) => void published.push(...events) })
  const handlers = new Map(Object.entries<Handler>(consumers(deps)))

  const read = async (userId: string, id: string): Promise<Job> => {
    const job = await jobs.read(userId, id)
    if (!job) throw new Error(`there is no job ${id}`)
    return job
  }
  const account = async (userId: string): Promise<AccountRecord> => {
    const record = await readAccount(mongo.connection, userId)
    return {
      ...record,
      jobs: [...record.jobs, ...forgotten.filter((job) => job.userId === userId)],
      ...finishedOf(userId),
    }
  }
  const finishedOf = (userId: string) => ({
    finished: published
      .filter((event) => event.userId === userId && event.event.type === 'job-finished')
      .map(({ version, data }) => ({ version, ...(data as { jobId: string; status: string }) })),
  })

  return {
    deps,
    depsOf,
    mongo,
    published,
    read,
    now: () => now,
    passMs(ms: number) {
      now = new Date(now.getTime() + ms)
    },
    goTo(time: Date) {
      now = time
    },
    /** Sets the present versions of chat and speech. */
    become(present: PresentVersions) {
      versions = present
    },

    /** An account with a plan and this many calls left. */
    async account(tier: TierName, left?: number): Promise<string> {
      const userId = randomUUID()
      const fresh = newAllowance(userId, planOf(plans, tier), signedUpAt, monthOf(signedUpAt, now))
      const used = left === undefined ? 0 : fresh.callLimit - left
      await allowances.create({ ...fresh, used, adjustment: used })
      return userId
    },
    async allowance(userId: string) {
      const allowance = await allowances.read(userId)
      if (!allowance) throw new Error('there is no allowance')
      return allowance
    },
    draft: (userId: string, more: Record<string, unknown> = {}, kind: Job['kind'] = 'tts'): Job =>
      newJob(
        kind,
        userId,
        TtsRequest.parse({ userText: 'Good morning', requestId: randomUUID(), voiceId: 'default', ...more }),
        randomUUID(),
        now,
      ),
    async submit(userId: string, more: Record<string, unknown> = {}, kind: Job['kind'] = 'tts') {
      const submission = await submit(deps, this.draft(userId, more, kind), { signedUpAt })
      // A millisecond apart, so that their order is certain.
      now = new Date(now.getTime() + 1)
      return submission.job
    },
    async submitMany(userId: string, count: number): Promise<Job[]> {
      const submitted: Job[] = []
      for (let index = 0; index < count; index++) submitted.push(await this.submit(userId))
      return submitted
    },
    /** A worker's report, by the handler that consumes it from Kafka. */
    async handle<Data>(event: EventDefinition<Data>, userId: string, data: Data): Promise<void> {
      const handler = handlers.get(event.type)
      if (!handler) throw new Error(`no consumer of ${event.type}`)
      for (let attempt = 1; ; attempt++) {
        try {
          const pending = await handler.handle(data, { userId, version: 1, occurredAt: now.toISOString() })
          return await pending?.rest
        } catch (error) {
          // The compatible server drops a connection now and then: the message is handled again, as its consumer would.
          if (!isTransient(error) || attempt === 5) throw error
        }
      }
    },

    /** Some time later: all sweeps for these accounts, turn after turn, until they find nothing. */
    async sweep(...userIds: string[]): Promise<void> {
      const isOurs = (userId: string) => userIds.includes(userId)
      for (let turn = 0; turn < 4; turn++) {
        await this.flushed()
        now = new Date(now.getTime() + 40_000)
        let found = 0
        const each = async <T>(list: Promise<T[]>, ownerOf: (one: T) => string, act: (one: T) => Promise<unknown>) => {
          const ours = (await list).filter((one) => isOurs(ownerOf(one)))
          found += ours.length
          await Promise.all(ours.map(act))
        }
        const ofJob = ({ userId }: { userId: string }) => userId
        const ofAccount = ({ _id }: { _id: string }) => _id
        await each(jobs.submittingSince(new Date(now.getTime() - 30_000), maxFound), ofJob, (job) =>
          settleSubmitting(deps, job),
        )
        const dueForReconcile = allowances.leaseDueForReconcile(now, maxFound).then(({ leased }) => leased)
        await each(dueForReconcile, ofAccount, (allowance) => reconcileAs(deps, allowance))
        await each(jobs.unsettled(now, maxFound), ofJob, (job) => settle(deps, job))
        const recounts = allowances.leaseDueForRecount(now, maxFound).then(({ leased }) => leased)
        await each(recounts, ofAccount, ({ _id }) => recount(deps, _id))
        const sums = allowances.leaseDueForSum(now, maxFound).then(({ leased }) => leased)
        await each(sums, ofAccount, ({ _id, sumAt }) => sumUsage(deps, _id, sumAt as Date))
        // The jobs of these accounts alone, without a lease: those of a whole file may be thousands by now.
        const dueJobs = (field: 'expiresAt' | 'removalSince' | 'forgetAt') =>
          mongo.connection
            .collection<Job>('jobs')
            .find({ userId: { $in: userIds }, [field]: { $lte: now } }, inOneBatch)
            .toArray() as Promise<Job[]>
        await each(dueJobs('expiresAt'), ofJob, ({ userId, _id }) => deleteJob(deps, userId, _id))
        await each(dueJobs('removalSince'), ofJob, (job) => publishDeletion(deps, job))
        await each(dueJobs('forgetAt'), ofJob, async (job) => {
          await forgetJob(deps, job)
          if (!(await jobs.read(job.userId, job._id))) forgotten.push(job)
        })
        // Without a lease, which goes by the real time.
        const unpublishedSince = mongo.connection
          .collection<Job>('jobs')
          .find({ userId: { $in: userIds }, unpublishedSince: { $lte: now } }, inOneBatch)
        await each(unpublishedSince.toArray() as Promise<Job[]>, ofJob, (job) => deps.relay.relay([job]))
        if (found === 0) return
      }
    },
    /** Removes all accounts and jobs: a sweep reads whatever is due, of earlier tests too, in batches of two. */
    async clear(): Promise<void> {
      await this.flushed()
      for (const collection of await mongo.connection.listCollections())
        await mongo.connection.collection(collection.name).deleteMany({})
      for (const kept of [published, forgotten]) kept.length = 0
    },
    /** Resolves when what is published and written in the background is done. */
    async flushed() {
      await deps.relay[Symbol.asyncDispose]()
      await deps.settledMarks[Symbol.asyncDispose]()
    },
    violations: async (userId: string) => violations(await account(userId)),
    violationsAtRest: async (userId: string) => violationsAtRest(await account(userId), now),
    close: () => mongo.close(),
  }
}
export type Lifecycle = Awaited<ReturnType<typeof openLifecycle>>
