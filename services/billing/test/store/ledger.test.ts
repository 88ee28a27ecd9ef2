import { randomUUID } from 'node:crypto'
import { JobFinished } from '@utter/contracts/events/job-finished'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { expect, test } from 'vitest'
import { jobFinished } from '../../src/consumes/job-finished.ts'
import type { ConsumeDeps } from '../../src/deps.ts'
import { openLedger } from '../../src/store/ledger.ts'
import { openSubscriptions } from '../../src/store/subscriptions.ts'

const mongo = await closedAfterAll(openDatabase('billing-ledger'))
const ledger = await openLedger(mongo.connection)
const subscriptions = await openSubscriptions(mongo.connection)

const period = '2026-01-15T09:00:00.000Z'

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
const consume = (userId: string, data: unknown) =>
  jobFinished({ ledger, subscriptions, clock: { now: () => new Date(period) } } as ConsumeDeps).handle(data, {
    userId,
    version: 6,
    occurredAt: period,
  })

test('the ledger has one row a job, however often and however much at once its end is consumed', async () => {
  const userId = randomUUID()
  const job = end()
  await Promise.all(Array.from({ length: 20 }, () => consume(userId, job)))
  await consume(userId, job)
  expect(await ledger.count(userId)).toBe(1)
  expect(await ledger.count(userId, new Date(period))).toBe(1)
})
test.each<[string, Record<string, unknown>, number]>([
  ['completed', {}, 1],
  ['failed', { status: 'failed', owed: false }, 0],
  ['from the cache', { owed: false, cached: true, period: undefined }, 0],
  ['failed, and owed all the same', { status: 'failed' }, 1],
])('a job that is %s, %j, has %i rows', async (_name, more, rows) => {
  const userId = randomUUID()
  await consume(userId, end(more))
  expect(await ledger.count(userId)).toBe(rows)
})
test('the ledger keeps the rows of a period under it', async () => {
  const userId = randomUUID()
  await consume(userId, end())
  await consume(userId, end({ period: '2026-02-15T09:00:00.000Z' }))
  expect([await ledger.count(userId), await ledger.count(userId, new Date(period))]).toEqual([2, 1])
})
test('a row stands with its segment, and one without with the first of its month', async () => {
  const userId = randomUUID()
  const segment = '2026-01-20T09:00:00.000Z'
  await consume(userId, end())
  await consume(userId, end({ segment }))
  await consume(userId, end({ segment }))
  expect(await ledger.bySegment(userId, new Date(period))).toEqual([
    { period: new Date(period), segment: new Date(period), calls: 1 },
    { period: new Date(period), segment: new Date(segment), calls: 2 },
  ])
  expect(await ledger.bySegment(userId, new Date(segment))).toEqual([])
})
