import { randomUUID } from 'node:crypto'
import type { EventDefinition } from '@utter/contracts/event'
import { TtsRequest } from '@utter/contracts/http/job-request'
import { monthOf } from '@utter/contracts/period'
import { planOf, standardPlans, type TierName } from '@utter/contracts/plans'
import type { Handler } from '@utter/messaging/handler'
import { openRelay } from '@utter/messaging/outbox'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { openBatcher } from '@utter/runtime/batcher'
import { isTransient } from '@utter/runtime/is-transient'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { type AccountRecord, readAccount, violations, violationsAtRest } from '@utter/testing/invariants/job-invariants'
import { inject } from 'vitest'
import '@utter/testing/setup/provided'
import { consumers } from '../../src/app.ts'
import type { LifecycleDeps } from '../../src/deps.ts'
import { newAllowance } from '../../src/domain/allowance.ts'
import type { Job } from '../../src/domain/job.ts'
import { newJob } from '../../src/domain/new-job.ts'
import { PickupDelay } from '../../src/domain/pickup-delay.ts'
import { openPeriods } from '../../src/lifecycle/allowance-of.ts'
import { settle } from '../../src/lifecycle/places.ts'
import { reconcileAs } from '../../src/lifecycle/reconcile.ts'
import { recount } from '../../src/lifecycle/recount.ts'
import { submit } from '../../src/lifecycle/submit.ts'
import { settleAdmitting } from '../../src/lifecycle/sweepers.ts'
import { eventsFor } from '../../src/publishes/events-for.ts'
import { type AllowanceStore, openAllowances } from '../../src/store/allowances.ts'
import { type JobStore, openJobs } from '../../src/store/jobs.ts'

export const signedUpAt = new Date('2026-01-15T09:00:00Z')
export const audio = { name: 'a.mp3', sizeBytes: 4, durationMs: 1_000, peaks: [0.5] }
const begin = new Date('2026-03-20T12:00:00Z')
/** More than all tests of a file leave behind. */
const most = 5_000

/** The conductor on a real database of its own, without Kafka: what it says is kept, and its clock stands until it is moved. */
export async function openConductor(database: string) {
  const log = createLog('jobs', 'silent')
  const mongo = await openMongo(inject('backing').MONGO_URL, `${database}-${randomUUID().slice(0, 8)}`, log)
  const [jobs, allowances] = await Promise.all([openJobs(mongo.connection), openAllowances(mongo.connection)])
  const published: OutgoingEvent[] = []
  let now = begin
  const clock = { now: () => now }

  /** @param stores those of a process that may die, and what it says */
  async function depsOf(stores: { jobs: JobStore; allowances: AllowanceStore; publish: LifecycleDeps['publish'] }) {
    const relay = openRelay({ ...stores.jobs.outbox, eventsFor }, stores.publish, log)
    // Its own sweep goes by the real time; here it is called for.
    await relay[Symbol.asyncDispose]()
    const settled = openBatcher<Pick<Job, '_id' | 'userId'>>(1, log, stores.jobs.settled)
    const periods = openPeriods()
    const pickupDelay = new PickupDelay(30_000)
    return { ...stores, relay, settled, periods, plans: standardPlans, pickupDelay, clock, log } satisfies LifecycleDeps
  }
  const deps = await depsOf({ jobs, allowances, publish: async (events) => void published.push(...events) })
  const handlers = new Map(Object.entries<Handler>(consumers(deps)))

  const read = async (userId: string, id: string): Promise<Job> => {
    const job = await jobs.read(userId, id)
    if (!job) throw new Error(`there is no job ${id}`)
    return job
  }
  const account = async (userId: string): Promise<AccountRecord> => ({
    ...(await readAccount(mongo.connection, userId)),
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
    pass(ms: number) {
      now = new Date(now.getTime() + ms)
    },
    goTo(time: Date) {
      now = time
    },

    /** An account with a plan and so many calls left. */
    async account(tier: TierName, left?: number): Promise<string> {
      const userId = randomUUID()
      const fresh = newAllowance(userId, planOf(standardPlans, tier), signedUpAt, monthOf(signedUpAt, now))
      const gone = left === undefined ? 0 : fresh.room - left
      await allowances.make({ ...fresh, used: gone, base: gone })
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
      const submission = await submit(deps, this.draft(userId, more, kind), signedUpAt)
      // Apart by a millisecond, so that who was first is no matter of luck.
      now = new Date(now.getTime() + 1)
      return submission.job
    },
    /** A worker's report, through the door that Kafka's messages take. */
    async hear<Data>(event: EventDefinition<Data>, userId: string, data: Data): Promise<void> {
      const handler = handlers.get(event.type)
      if (!handler) throw new Error(`nobody hears ${event.type}`)
      for (let attempt = 1; ; attempt++) {
        try {
          const left = await handler.handle(data, { userId, version: 1, occurredAt: now.toISOString() })
          return await left?.rest
        } catch (error) {
          // The compatible server drops a connection now and then: the message is heard again, as its consumer does.
          if (!isTransient(error) || attempt === 5) throw error
        }
      }
    },

    /** What the sweepers do for these accounts in their turns, some time later, until nothing is left that they can do. */
    async sweep(...userIds: string[]): Promise<void> {
      const isOurs = (userId: string) => userIds.includes(userId)
      for (let turn = 0; turn < 4; turn++) {
        await this.told()
        now = new Date(now.getTime() + 40_000)
        let found = 0
        const each = async <T>(list: Promise<T[]>, ownerOf: (one: T) => string, act: (one: T) => Promise<unknown>) => {
          const ours = (await list).filter((one) => isOurs(ownerOf(one)))
          found += ours.length
          await Promise.all(ours.map(act))
        }
        const ofJob = ({ userId }: { userId: string }) => userId
        const ofAccount = ({ _id }: { _id: string }) => _id
        await each(jobs.admittingSince(new Date(now.getTime() - 30_000), most), ofJob, (job) =>
          settleAdmitting(deps, job),
        )
        const looks = allowances.leaseLooks(now, most).then(({ leased }) => leased)
        await each(looks, ofAccount, (allowance) => reconcileAs(deps, allowance))
        await each(jobs.unsettled(now, most), ofJob, (job) => settle(deps, job))
        const recounts = allowances.leaseRecounts(now, most).then(({ leased }) => leased)
        await each(recounts, ofAccount, ({ _id }) => recount(deps, _id))
        // Without a lease, which goes by the real time.
        const unpublishedSince = mongo.connection
          .collection<Job>('jobs')
          .find({ userId: { $in: userIds }, unpublishedSince: { $lte: now } })
        await each(unpublishedSince.toArray() as Promise<Job[]>, ofJob, (job) => deps.relay.relay([job]))
        if (found === 0) return
      }
    },
    /** What is said and written in the background has been. */
    async told() {
      await deps.relay[Symbol.asyncDispose]()
      await deps.settled[Symbol.asyncDispose]()
    },
    violations: async (userId: string) => violations(await account(userId)),
    violationsAtRest: async (userId: string) => violationsAtRest(await account(userId), now),
    close: () => mongo.close(),
  }
}
export type Conductor = Awaited<ReturnType<typeof openConductor>>
