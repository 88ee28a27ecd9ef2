import { randomUUID } from 'node:crypto'
import { expectServed } from '@utter/testing/indexes/expect-served'
import { openWatched } from '@utter/testing/indexes/unserved-questions'
import { afterAll, beforeAll, inject, test } from 'vitest'
import '@utter/testing/setup/provided'
import { openLedger } from '../src/store/ledger.ts'
import { openSubscriptions } from '../src/store/subscriptions.ts'

let watched: Awaited<ReturnType<typeof openWatched>>
beforeAll(async () => {
  watched = await openWatched(inject('backing').MONGO_URL, `billing-indexes-${randomUUID().slice(0, 8)}`)
})
afterAll(() => watched.close())

const now = new Date('2026-03-20T12:00:00Z')

test('every question about subscriptions is served by an index', async () => {
  const subscriptions = await openSubscriptions(watched.connection)
  await expectServed(watched, subscriptions, {
    begin: () => subscriptions.begin('u', now),
    setPlan: () => subscriptions.setPlan('u', now, 'pro', now),
    outbox: async () => {
      const { leased } = await subscriptions.outbox.lease(now, 10)
      await subscriptions.outbox.markPublished(leased)
    },
    remove: () => subscriptions.remove('u'),
  })
})

test('every question about the ledger is served by an index', async () => {
  const ledger = await openLedger(watched.connection)
  await expectServed(watched, ledger, {
    enter: () => ledger.enter({ _id: 'j', userId: 'u', period: now, completedAt: now }),
    count: async () => [await ledger.count('u'), await ledger.count('u', now)],
  })
})
