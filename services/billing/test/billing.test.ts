import { randomUUID } from 'node:crypto'
import { JobFinished } from '@utter/contracts/events/job-finished'
import { type Mongo, openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'
import { accountState } from '../src/consumes/account-state.ts'
import { jobFinished } from '../src/consumes/job-finished.ts'
import type { ConsumeDeps } from '../src/deps.ts'
import { planBegins } from '../src/domain/subscription.ts'
import { billingState } from '../src/publishes/billing-state.ts'
import { type Ledger, openLedger } from '../src/store/ledger.ts'
import { openSubscriptions, type SubscriptionStore } from '../src/store/subscriptions.ts'

let mongo: Mongo
let ledger: Ledger
let subscriptions: SubscriptionStore
beforeAll(async () => {
  const log = createLog('billing', 'silent')
  mongo = await openMongo(inject('backing').MONGO_URL, `billing-${randomUUID().slice(0, 8)}`, log)
  ledger = await openLedger(mongo.connection)
  subscriptions = await openSubscriptions(mongo.connection)
})
afterAll(() => mongo.close())

const unpublished = () =>
  mongo.connection
    .collection<{ _id: string }>('subscriptions')
    .find({ unpublishedSince: { $lte: now } })
    .toArray()

const now = new Date('2026-01-31T12:00:00Z')
const period = '2026-01-15T09:00:00.000Z'

describe('the ledger', () => {
  const end = (more: Record<string, unknown> = {}) =>
    JobFinished.data.parse({
      jobId: randomUUID(),
      requestId: 'r',
      sessionId: 's',
      status: 'completed',
      progress: 100,
      owed: true,
      period,
      cached: false,
      createdAt: period,
      completedAt: period,
      ...more,
    })
  const hear = (userId: string, data: unknown) =>
    jobFinished({ ledger, subscriptions } as ConsumeDeps).handle(data, { userId, version: 6, occurredAt: period })

  test('has one row a job, however often and however much at once its end is heard', async () => {
    const userId = randomUUID()
    const job = end()
    await Promise.all(Array.from({ length: 20 }, () => hear(userId, job)))
    await hear(userId, job)
    expect(await ledger.count(userId)).toBe(1)
    expect(await ledger.count(userId, new Date(period))).toBe(1)
  })
  test.each<[string, Record<string, unknown>, number]>([
    ['completed', {}, 1],
    ['failed', { status: 'failed', owed: false }, 0],
    ['from the cache', { owed: false, cached: true, period: undefined }, 0],
    ['failed, and owed all the same', { status: 'failed' }, 1],
  ])('of a job that is %s', async (_name, more, rows) => {
    const userId = randomUUID()
    await hear(userId, end(more))
    expect(await ledger.count(userId)).toBe(rows)
  })
  test('keeps the rows of a period under it', async () => {
    const userId = randomUUID()
    await hear(userId, end())
    await hear(userId, end({ period: '2026-02-15T09:00:00.000Z' }))
    expect([await ledger.count(userId), await ledger.count(userId, new Date(period))]).toEqual([2, 1])
  })
})

describe('a plan', () => {
  const hearOf = (userId: string, signedUpAt: Date) =>
    accountState({ subscriptions, ledger }).handle(
      { username: 'ada', email: 'ada@example.com', signedUpAt: signedUpAt.toISOString() },
      { userId, version: 1, occurredAt: period },
    )
  test('that is paid runs a month from now, the last day where a month is shorter', () => {
    expect(planBegins('pro', now)).toEqual({
      tier: 'pro',
      status: 'active',
      periodStart: now,
      periodEnd: new Date('2026-02-28T12:00:00Z'),
    })
  })
  test('that is free has no period of its own', () => {
    expect(planBegins('free', now)).toEqual({ tier: 'free', status: 'active' })
  })
  test('is set with the next version, and a period that ended is not said any more', async () => {
    const userId = randomUUID()
    await subscriptions.begin(userId, now)
    await subscriptions.begin(userId, new Date(0))
    const paid = await subscriptions.setPlan(userId, now, 'pro', now)
    const free = await subscriptions.setPlan(userId, now, 'free', now)
    expect(billingState(paid)).toMatchObject({ version: 1, data: { tier: 'pro', periodStart: now.toISOString() } })
    expect(billingState(free)).toMatchObject({ version: 2, data: { tier: 'free', signedUpAt: now.toISOString() } })
    expect(billingState(free).data).not.toHaveProperty('periodStart')
  })
  test('is set before the account is heard of, and hearing of it changes nothing', async () => {
    const userId = randomUUID()
    const signedUpAt = new Date('2026-01-15T09:00:00Z')
    const paid = await subscriptions.setPlan(userId, signedUpAt, 'pro', now)
    expect(paid).toMatchObject({ tier: 'pro', signedUpAt, version: 1 })
    await hearOf(userId, signedUpAt)
    expect((await unpublished()).map(({ _id }) => _id)).toContain(userId)
  })
  test('that changed while it was said is said again', async () => {
    const userId = randomUUID()
    await subscriptions.begin(userId, now)
    const before = await subscriptions.setPlan(userId, now, 'pro', now)
    const after = await subscriptions.setPlan(userId, now, 'starter', now)
    const isUnpublished = async () => (await unpublished()).some(({ _id }) => _id === userId)
    await subscriptions.outbox.markPublished([before])
    expect(await isUnpublished()).toBe(true)
    await subscriptions.outbox.markPublished([after])
    expect(await isUnpublished()).toBe(false)
  })
})
