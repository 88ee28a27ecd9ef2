import { randomUUID } from 'node:crypto'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import type { WorkView } from '@utter/contracts/http/works/views'
import { type Plan, standardPlans, type TierName } from '@utter/contracts/plans'
import { createIdentityGuard, type Identity, identityHeader } from '@utter/http/identity'
import { unavailable } from '@utter/http/problem'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openErasure } from '@utter/storage/erasure'
import { createLog } from '@utter/telemetry/log'
import { createCallers, newIdentity } from '@utter/testing/callers'
import { eventually } from '@utter/testing/eventually'
import { openDatabase } from '@utter/testing/setup/databases'
import '@utter/testing/setup/provided'
import { forEachInFlight } from '@utter/runtime/for-each-in-flight'
import { createKeyedHash } from '@utter/storage/keyed-hash'
import { buildApp, consumers } from '../../src/app.ts'
import { Dispatcher } from '../../src/deliveries/dispatcher.ts'
import { eraseAccount } from '../../src/deliveries/erase-account.ts'
import { type Resolve, resolveBySystem } from '../../src/deliveries/public-lookup.ts'
import { createSend } from '../../src/deliveries/send.ts'
import { type SlotLimits, slotLimits } from '../../src/deliveries/try-slots.ts'
import type { BroadcastDeps, Deps } from '../../src/deps.ts'
import type { Delivery, JobDelivery } from '../../src/domain/delivery.ts'
import type { Endpoint } from '../../src/domain/endpoint.ts'
import { createSealedSecrets } from '../../src/domain/sealed-secrets.ts'
import type { WorkChange } from '../../src/domain/work-change.ts'
import { webhookNotices } from '../../src/publishes/notice-made.ts'
import { webhookAttempted } from '../../src/publishes/webhook-attempted.ts'
import { webhookState } from '../../src/publishes/webhook-state.ts'
import { openDeliveries } from '../../src/store/deliveries.ts'
import { openEndpoints } from '../../src/store/endpoints.ts'
import { openMailChoices } from '../../src/store/mail-choices.ts'
import { openNotices } from '../../src/store/notices.ts'
import { aJobView } from './a-job-view.ts'

export const callers = createCallers('notifier')
export const publicUrl = 'https://utter.example'
const log = createLog('notifier', 'silent')
/** In place of the 15 s of a try, for tests that wait for it. A busy machine passes it too. */
export const limitMs = 600

type Options = {
  plans?: Plan[]
  allowPrivate?: boolean
  allowPlain?: boolean
  resolve?: Resolve
  slots?: Partial<SlotLimits>
  tryLimitMs?: number
}
type Sent = { body?: unknown }
type Finished = { outcome?: 'completed' | 'failed'; webhookUrl?: string; job?: Partial<JobView>; endedAt?: Date }

/** Everything of webhooks on a real database: a clock that the test moves, and jobs that answers what the test has. */
export async function openWebhooks({
  plans = standardPlans,
  allowPrivate = true,
  allowPlain = true,
  resolve = resolveBySystem,
  slots = {},
  tryLimitMs = limitMs,
}: Options = {}) {
  const mongo = await openDatabase('notifier')
  const [endpoints, deliveries, deleted, notices, choices] = await Promise.all([
    openEndpoints(mongo.connection),
    openDeliveries(mongo.connection),
    openDeletedAccounts(mongo.connection),
    openNotices(mongo.connection),
    openMailChoices(mongo.connection),
  ])
  let nowMs = Date.parse('2026-03-20T12:00:00Z')
  const clock = { now: () => new Date(nowMs) }
  const published: OutgoingEvent[] = []
  const jobs = new Map<string, JobView>()
  const works = new Map<string, WorkView>()
  let areJobsUnavailable = false
  const publish = async (events: OutgoingEvent[]) => void published.push(...events)
  const deps = {
    endpoints,
    deliveries,
    sealed: createSealedSecrets(['a key of the test, with 32 characters']),
    endpointRelay: {
      soon: (endpoint: Endpoint) => void published.push(webhookState(endpoint), ...webhookNotices(endpoint)),
    },
    deliveryRelay: { soon: (delivery: JobDelivery) => void published.push(webhookAttempted(delivery)) },
    jobs: {
      job: async (_userId: string, id: string) => {
        if (areJobsUnavailable) throw unavailable()
        return jobs.get(id) ?? null
      },
      work: async (_userId: string, id: string) => {
        if (areJobsUnavailable) throw unavailable()
        const work = works.get(id)
        return work ? { work, version: 1, chapterVersions: {} } : null
      },
    },
    plans,
    notices,
    choices,
    send: createSend({ resolve, allowPrivate, limitMs: tryLimitMs }),
    publicUrl,
    clock,
    log,
  }
  const erase = (userId: string) => eraseAccount({ endpoints, deliveries, notices, choices, publish }, userId)
  const erasure = openErasure({ deleted, erase, clock, log })
  const dispatcher = new Dispatcher(deps, { ...slotLimits, ...slots })
  const hash = createKeyedHash('a secret of notifier', 'unsubscribe')
  const guard = createIdentityGuard(callers.publicKeys, 'notifier')
  const noStreams = {} as Omit<BroadcastDeps, 'clock'> & Pick<Deps, 'streamLimit'>
  const app = buildApp(
    {
      ...noStreams,
      ...deps,
      jobs: deps.jobs as Deps['jobs'],
      guard,
      served: { read: async () => [] },
      erasure,
      dispatcher,
      hash,
      isMailing: true,
      webhookTargets: { allowPrivate, allowPlain },
      resolve,
    },
    log,
  )
  const sender = { wake: () => {} }
  const consuming = consumers({ ...deps, erasure, dispatcher, sender, isMailing: true })
  let states = 0
  const handle = (type: keyof typeof consuming, userId: string, data: unknown, version = ++states) =>
    consuming[type].handle(data, { userId, version, occurredAt: clock.now().toISOString() })
  const at = '2026-01-15T09:00:00.000Z'
  const test = {
    ...deps,
    hash,
    dispatcher,
    published,
    handle,
    mongo,
    /** Later by so much; what is due then is tried. */
    move(ms: number): void {
      nowMs += ms
      dispatcher.wake()
    },
    jobsAreUnavailable: (are: boolean): void => {
      areJobsUnavailable = are
    },
    jobs,
    works,
    setTier: (userId: string, tier: TierName, version?: number) =>
      handle('billing-state', userId, { tier, subscriptionStatus: 'active', signedUpAt: at }, version),
    deleteAccount: (userId: string) =>
      handle('account-state', userId, { username: '', email: '', signedUpAt: at, deleted: true }),
    /** The caller of a route. */
    async request(method: 'GET' | 'PUT' | 'POST', path: string, token: string | undefined, { body }: Sent = {}) {
      const { statusCode, headers, payload } = await app.inject({
        method,
        url: path,
        headers: {
          ...(token !== undefined && { [identityHeader]: token }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
      return { status: statusCode, headers, body: payload === '' ? undefined : JSON.parse(payload) }
    },
    /** A visitor's request, whose body is no JSON. */
    async form(method: 'GET' | 'POST', url: string, payload?: string) {
      const {
        statusCode,
        headers,
        payload: text,
      } = await app.inject({
        method,
        url,
        headers: {
          [identityHeader]: callers.visitor,
          ...(payload !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(payload !== undefined && { payload }),
      })
      return { status: statusCode, headers, body: text.startsWith('{') ? JSON.parse(text) : undefined }
    },
    /** An account whose plan is known here, and which is signed in. @param url of its webhook */
    async account(url?: string, tier: TierName = 'pro') {
      const identity: Identity = newIdentity({ tier })
      await test.setTier(identity.userId, tier)
      const token = callers.account(identity)
      const saved = url === undefined ? undefined : await test.setUrl(token, url)
      return { userId: identity.userId, identity, token, secret: (saved?.body.secret ?? '') as string }
    },
    setUrl: (token: string, webhookUrl: string | null) =>
      test.request('PUT', '/api/settings/webhook', token, { body: { webhookUrl } }),
    /** A job has ended. @returns its id */
    async finish(userId: string, { outcome = 'completed', webhookUrl, job, endedAt = clock.now() }: Finished = {}) {
      const jobId = randomUUID()
      const completedAt = endedAt.toISOString()
      jobs.set(jobId, aJobView({ id: jobId, status: outcome, completedAt, ...job }))
      await test.finishAgain(userId, jobId, outcome, webhookUrl, completedAt)
      return jobId
    },
    /** Many jobs have ended, a few at a time, as a consumer handles them. */
    finishMany: (userId: string, count: number) =>
      forEachInFlight(Array.from({ length: count }), 16, async () => void (await test.finish(userId))),
    finishAgain: (
      userId: string,
      jobId: string,
      status: string,
      webhookUrl?: string,
      completedAt = clock.now().toISOString(),
    ) =>
      handle('job-finished', userId, {
        ...{ jobId, requestId: 'r', sessionId: 's', status, progress: 100, owed: true, cached: false },
        ...{ createdAt: at, completedAt, ...(webhookUrl && { webhookUrl }) },
      }),
    /** A chapter of a work, or the work itself, has come so far. @param about `work-changed` without what all have in common */
    changeWork: (userId: string, work: WorkView, about: Partial<WorkChange> = {}) =>
      handle('work-changed', userId, {
        ...{ workId: work.workId, version: 1, title: work.title, state: work.state, progress: 50, characters: 600 },
        ...{ at: clock.now().toISOString(), ...about },
      }),
    /** The deliveries of an account about a work, newest first. */
    ofWork: (userId: string, workId: string) => deliveries.page(userId, { workId }, 100),
    of: (userId: string, jobId?: string) => deliveries.page(userId, { jobId }, 100),
    /** The only delivery of a job, once it is so. */
    delivery: (userId: string, jobId: string, is: (delivery: Omit<Delivery, 'body'>) => boolean) =>
      eventually('the delivery is so', async () => {
        const [one] = await deliveries.page(userId, { jobId }, 2)
        return one && is(one) && one
      }),
    async [Symbol.asyncDispose]() {
      await dispatcher.stop(5_000)
      await app.close()
      await erasure[Symbol.asyncDispose]()
      await mongo.connection.dropDatabase()
      await mongo.close()
    },
  }
  return test
}
export type Webhooks = Awaited<ReturnType<typeof openWebhooks>>
