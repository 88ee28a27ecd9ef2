import { randomUUID } from 'node:crypto'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'
import { openSubscriptions, type SubscriptionStore } from '../src/store/subscriptions.ts'

let subscriptions: SubscriptionStore
let close: () => Promise<void>
beforeAll(async () => {
  const database = `billing-outbox-${randomUUID().slice(0, 8)}`
  const mongo = await openMongo(inject('backing').MONGO_URL, database, createLog('billing', 'silent'))
  subscriptions = await openSubscriptions(mongo.connection)
  close = mongo.close
})
afterAll(() => close())

const now = new Date('2026-03-20T12:00:00Z')
const leased = async () => (await subscriptions.outbox.lease(new Date(Date.now() + 60_000), 10)).leased

test('a state that another process publishes after a newer one is not the last of its account', async () => {
  const userId = randomUUID()
  const older = await subscriptions.setPlan(userId, now, 'starter', now)
  const newer = await subscriptions.setPlan(userId, now, 'pro', now)
  // The newer one is published first, by whoever set it; then the older, by a process that was slow.
  await subscriptions.outbox.markPublished([newer])
  expect(await leased()).toEqual([])
  await subscriptions.outbox.markPublished([older])
  expect(await leased()).toMatchObject([{ _id: userId, tier: 'pro', version: newer.version }])
})

test('a state that is published in its order is not published again', async () => {
  const userId = randomUUID()
  await subscriptions.outbox.markPublished([await subscriptions.setPlan(userId, now, 'starter', now)])
  await subscriptions.outbox.markPublished([await subscriptions.setPlan(userId, now, 'pro', now)])
  expect((await leased()).filter(({ _id }) => _id === userId)).toEqual([])
})
