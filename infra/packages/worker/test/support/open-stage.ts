// As in every process, before all else.
import '@utter/telemetry/register'
import { randomUUID } from 'node:crypto'
import { type DataOf, deadTopic, type Lane, topicsOf } from '@utter/contracts/event'
import { ChatRequested } from '@utter/contracts/events/chat-requested'
import { ChatStarted } from '@utter/contracts/events/chat-started'
import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { StepFailed } from '@utter/contracts/events/step-failed'
import { StepPostponed } from '@utter/contracts/events/step-postponed'
import { clusterOf } from '@utter/messaging/cluster/cluster'
import { on } from '@utter/messaging/handler'
import { type Bus, openMessaging } from '@utter/messaging/open'
import { eventOf } from '@utter/messaging/outgoing-event'
import { encode } from '@utter/messaging/publish/encoding'
import { untilLed } from '@utter/messaging/topics'
import { nobody } from '@utter/storage/claim-document'
import { openClaims } from '@utter/storage/claims'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { requestedStep } from '@utter/testing/requested-step'
import { aName, log, openBus, sharedKafka } from '@utter/testing/setup/buses'
import { openDatabase } from '@utter/testing/setup/databases'
import { afterAll, beforeEach, onTestFinished } from 'vitest'
import { type Breaker, createBreaker } from '../../src/breaker.ts'
import { startWorkers, type WorkOptions } from '../../src/start-workers.ts'
import { stepFailedAt, stepPostponedAt } from '../../src/step-reports.ts'
import { defineWorker, type StepContext } from '../../src/worker.ts'

type Reply = { reply: string }
export type Perform = (data: DataOf<typeof ChatRequested>, tools: StepContext) => Promise<Reply>
type Report = { type: string; data: Record<string, unknown> }

export const stage = 'chat'
/** Short, so that the death of a claim's owner is found within a test. */
export const deadAfterMs = 400
const sweepEveryMs = 100

/** A vendor that always fails so. */
export const failing =
  (fault: () => Error): Perform =>
  async () => {
    throw fault()
  }

/**
 * The real workers of one stage, whose vendor does for each job what its test says; each test has a new member of a new group.
 * The requests have topics of their own: another file's members, which run at the same time, would do the jobs, too.
 */
export async function openStage({ mongoUrl }: { mongoUrl?: string } = {}) {
  const requested = { ...ChatRequested, topic: aName() }
  const { kafka, topicName, groupName } = clusterOf(sharedKafka(), { clientId: 'test' })
  const admin = kafka.admin()
  await admin.connect()
  afterAll(() => admin.disconnect())
  const topics = topicsOf(requested).map(topicName)
  const withDead = topicsOf(requested).flatMap((topic) => [topic, deadTopic(topic)].map(topicName))
  await admin.createTopics({ topics: withDead.map((topic) => ({ topic, numPartitions: 4 })), waitForLeaders: false })
  await untilLed(admin, withDead)
  const mongo = await closedAfterAll(openDatabase('work', mongoUrl))
  const claims = await openClaims<Reply>(mongo.connection)
  const allClaims = mongo.connection.collection('claims')
  /** The vendor of each job; jobs of other tests are done at once. */
  const vendors = new Map<string, Perform>()
  const paid = new Map<string, number>()
  const reports = new Map<string, Report[]>()
  const observer = await closedAfterAll(openMessaging(sharedKafka(), aName(), log))
  await observer.broadcast(
    [ChatStarted, ReplyWritten, StepFailed, StepPostponed].map((event) =>
      on<unknown>(event, async (data) => {
        const { jobId } = data as { jobId: string }
        reports.set(jobId, [...(reports.get(jobId) ?? []), { type: event.type, data: data as Report['data'] }])
      }),
    ),
  )

  /** The present test's member, its circuit to the vendor, and the time of a step. */
  const present = {} as { bus: Bus; breaker: Breaker; limitMs: number }
  beforeEach(async () => {
    vendors.clear()
    Object.assign(present, { breaker: createBreaker(stage, log), limitMs: 60_000 })
    present.bus = await openMember()
  })

  const worker = () =>
    defineWorker<DataOf<typeof ChatRequested>, Reply>({
      event: requested,
      stage,
      claims,
      breaker: present.breaker,
      limitMs: () => present.limitMs,
      execute: async (data, tools) => {
        paid.set(data.jobId, (paid.get(data.jobId) ?? 0) + 1)
        return (await vendors.get(data.jobId)?.(data, tools)) ?? { reply: 'Well' }
      },
      reports: {
        started: ({ jobId, attempt }, userId) => eventOf(ChatStarted, { userId, version: 1, data: { jobId, attempt } }),
        done: ({ jobId, attempt }, userId, { reply }) =>
          eventOf(ReplyWritten, { userId, version: 1, data: { jobId, attempt, reply, tokens: 1, model: 'm' } }),
        failed: stepFailedAt(stage),
        postponed: stepPostponedAt(stage),
      },
    })

  /** A group that begins with what is requested from now on: a new one would consume the jobs of every test before. */
  async function aGroup(): Promise<string> {
    const groupId = aName()
    const consumer = kafka.consumer({ groupId: groupName(groupId), maxWaitTimeInMs: 50 })
    const joined = new Promise((resolve) => consumer.on('consumer.group_join', resolve))
    await consumer.connect()
    await consumer.subscribe({ topics })
    await consumer.run({ autoCommit: false, eachBatch: async () => {} })
    await joined
    const ends = topics.map(async (topic) =>
      (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => ({ topic, partition, offset: high })),
    )
    await consumer.commitOffsets((await Promise.all(ends)).flat())
    await consumer.disconnect()
    return groupId
  }

  /** A member that works, of a group of its own unless one is given. */
  async function openMember(options: Partial<WorkOptions> = {}, group?: string, own = worker()): Promise<Bus> {
    const bus = await openBus(group ?? (await aGroup()))
    await startWorkers(bus, [own], { slots: 4, deadAfterMs, sweepEveryMs, drainMs: 3_000, ...options })
    return bus
  }

  /** A job whose vendor does this. */
  function aJob(perform: Perform) {
    const jobId = randomUUID()
    const userId = randomUUID()
    vendors.set(jobId, perform)
    const event = (attempt = 1, lane: Lane = 'fast') =>
      eventOf(requested, { userId, version: 1, lane, data: { jobId, attempt, sessionId: 's', text: 'Hello' } })
    const all = () => reports.get(jobId) ?? []
    const of = (type: string) => all().filter((report) => report.type === type)
    const claim = { _id: `${jobId}:${stage}` as never }
    return {
      jobId,
      userId,
      step: requestedStep({ userId, jobId, stage, request: String(encode(event()).message.value) }),
      ask: (attempt = 1, lane: Lane = 'fast') => observer.publish([event(attempt, lane)]),
      paid: () => paid.get(jobId) ?? 0,
      all,
      of,
      reported: (type: string, count = 1) => eventually(`${count} × ${type}`, () => of(type).length >= count),
      claimDocument: () => allClaims.findOne(claim),
      diedWith: (deaths: number) => allClaims.updateOne(claim, { $set: { deaths } }),
      /** Ends the time within which the claim's owner would have renewed it, or its result reported. */
      overdue: () => allClaims.updateOne({ ...claim, owner: { $ne: nobody } }, { $set: { dueAt: new Date(0) } }),
    }
  }

  /** So many steps of an account wait in the claims, whoever consumed their requests. */
  async function waitInClaims(userId: string, count: number): Promise<void> {
    const steps = Array.from({ length: count }, (_, turn) => {
      const jobId = randomUUID()
      const data = { jobId, attempt: 1, sessionId: 's', text: 'Hello' }
      const request = String(encode(eventOf(requested, { userId, version: 1, data })).message.value)
      const state = { owner: nobody, fence: 0, heartbeat: 0, turn, cost: 1 }
      return { _id: `${jobId}:${stage}` as never, userId, lane: 'fast', attempt: 1, request, at: new Date(), ...state }
    })
    await allClaims.insertMany(steps)
    onTestFinished(async () => void (await allClaims.deleteMany({ userId })))
  }

  /** Waits until this test's group has consumed the requests of earlier tests: in every partition a later one is done. */
  async function caughtUp(): Promise<void> {
    const later = Array.from({ length: 40 }, () => aJob(async () => ({ reply: 'Later' })))
    await Promise.all(later.map((job) => job.ask()))
    await Promise.all(later.map((job) => job.reported(ReplyWritten.type)))
  }

  return { claims, observer, requested, present, worker, aGroup, openMember, aJob, waitInClaims, caughtUp }
}
