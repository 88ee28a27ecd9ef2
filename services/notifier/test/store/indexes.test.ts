import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expectServed } from '@utter/testing/indexes/expect-served'
import { openWatched } from '@utter/testing/indexes/unserved-questions'
import { test } from 'vitest'
import { type LeasedDelivery, newDelivery } from '../../src/domain/delivery.ts'
import type { Endpoint } from '../../src/domain/endpoint.ts'
import type { Receiver } from '../../src/domain/receiver.ts'
import { openDeliveries } from '../../src/store/deliveries.ts'
import { openEndpoints } from '../../src/store/endpoints.ts'

const watched = await closedAfterAll(openWatched('notifier'))

const now = new Date('2026-03-20T12:00:00Z')
const url = 'https://example.com/'

test('every question about webhooks is served by an index', async () => {
  const endpoints = await openEndpoints(watched.connection)
  const endpoint: Endpoint = { _id: 'u', tier: 'pro', billingVersion: 1, version: 1 }
  await expectServed(watched, endpoints, {
    read: () => endpoints.read('u'),
    readOrCreate: () => endpoints.readOrCreate('u'),
    setTier: () => endpoints.setTier('u', 'pro', 1),
    setUrl: () => endpoints.setUrl(endpoint, url, 'whsec_', now),
    removeUrl: () => endpoints.removeUrl(endpoint, now),
    replaceSecret: () => endpoints.replaceSecret(endpoint, 'whsec_', { secret: 'whsec_', until: now }),
    withSecretsOutside: () => endpoints.withSecretsOutside({ from: 'a', to: 'b' }, 10, ['v']),
    renewSecrets: () => endpoints.renewSecrets(endpoint, 'sealed', []),
    failed: () => endpoints.failed('u', url, 'no', now),
    succeeded: () => endpoints.succeeded('u', url, now),
    tested: () => endpoints.tested('u', url, { at: now, status: 200, ms: 1 }),
    warn: () => endpoints.warn('u', url, 50, now),
    disable: () => endpoints.disable('u', url, 'gone', now),
    remove: () => endpoints.remove('u'),
    outbox: async () => {
      const { leased } = await endpoints.outbox.lease(now, 10)
      await endpoints.outbox.markPublished([...leased, endpoint])
    },
  })
})

test('every question about deliveries is served by an index', async () => {
  const { receivers, ...deliveries } = await openDeliveries(watched.connection)
  const receiver: Receiver = { _id: 'u', userId: 'u', nextDueAt: now, isSlow: false, rev: 0 }
  await expectServed(watched, receivers, {
    makeDue: () => receivers.makeDue([receiver], now),
    due: async () => {
      await receivers.due(false, now, 10, [])
      await receivers.due(true, now, 10, ['a'])
    },
    read: () => receivers.read(['u']),
    beginLook: () => receivers.beginLook(receiver, now),
    endLook: async () => {
      await receivers.endLook(receiver, { nextDueAt: now, isFull: true }, now)
      await receivers.endLook(receiver, undefined, now)
    },
    release: () =>
      receivers.release(receiver, now, { pace: { isSlow: true, isResponsive: false }, nextAttemptAt: now }),
    setSlow: () => receivers.setSlow(receiver),
    removeOf: () => receivers.removeOf('u'),
  })
  const given = { userId: 'u', jobId: 'j', outcome: 'completed', url, isOwn: false, isDisabled: false } as const
  const delivery = newDelivery(given, now)
  const leased: LeasedDelivery = { ...delivery, nextAttemptAt: now, leasedUntil: now }
  const attempt = { at: now, status: 200, error: null, ms: 1, answer: '' }
  const before = { at: now, id: 'x' }
  await expectServed(watched, deliveries, {
    insert: () => deliveries.insert(delivery),
    pendingOf: () => deliveries.pendingOf('u', 10),
    inFlightOf: () => deliveries.inFlightOf('u', now, 10),
    pendingAfter: () => deliveries.pendingAfter('u'),
    lease: () => deliveries.lease(leased, now),
    keepBody: () => deliveries.keepBody(leased, '{}'),
    record: () => deliveries.record(leased, url, attempt, { status: 'delivered' }),
    postpone: () => deliveries.postpone(leased, now),
    stop: () => deliveries.stop(leased, 'plan'),
    stopPending: async () => {
      await deliveries.insert(newDelivery({ ...given, jobId: 'k' }, now))
      await deliveries.stopPending('u', { isOwn: false }, 'plan', 10)
    },
    resend: () => deliveries.resend('u', 'x', now),
    recover: () => deliveries.recover('u', now, now, 10, { isOwn: true }),
    read: () => deliveries.read('u', 'x'),
    readWhole: () => deliveries.readWhole('u', 'x'),
    page: async () => {
      for (const filter of [
        {},
        { jobId: 'j' },
        { status: 'failed' } as const,
        { jobId: 'j', status: 'failed' } as const,
        { workId: 'w' },
        { workId: 'w', status: 'failed' } as const,
      ])
        for (const cursor of [undefined, before]) await deliveries.page('u', filter, 10, cursor)
    },
    dueAt: () => deliveries.dueAt(now, 10),
    forget: async () => {
      for (const about of [{ jobId: 'j' }, { workId: 'w' }]) await deliveries.forget('u', about)
    },
    removeOf: () => deliveries.removeOf('u'),
    removeBefore: async () => {
      await deliveries.insert(delivery)
      await deliveries.removeBefore(new Date(now.getTime() + 1), 10)
    },
    outbox: async () => {
      const found = await deliveries.outbox.lease(now, 10)
      await deliveries.outbox.markPublished([...found.leased, delivery])
    },
  })
})
