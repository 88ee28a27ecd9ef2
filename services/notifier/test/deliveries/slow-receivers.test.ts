import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { expect, test } from 'vitest'
import { Dispatcher } from '../../src/deliveries/dispatcher.ts'
import { resolveBySystem } from '../../src/deliveries/public-lookup.ts'
import { createSend } from '../../src/deliveries/send.ts'
import { slotLimits } from '../../src/deliveries/try-slots.ts'
import { aJobView } from '../support/a-job-view.ts'
import { deliveriesInMemory } from '../support/deliveries-in-memory.ts'
import { openReceiver } from '../support/open-receiver.ts'
import { openWebhooks } from '../support/open-webhooks.ts'

const webhooks = await closedAfterAll(openWebhooks())

test('a thousand deliveries to a receiver that is silent delay no other account’s, and no other receiver of the same one', async () => {
  await using slow = await openReceiver(() => {})
  await using quick = await openReceiver()
  const [stuck, other] = [await webhooks.account(slow.url), await webhooks.account(quick.url)]
  await webhooks.finishMany(stuck.userId, 1_000)
  await expect.poll(() => slow.received.length).toBeGreaterThanOrEqual(8)
  const startedMs = performance.now()
  const ours = await webhooks.finish(other.userId)
  const theirs = await webhooks.finish(stuck.userId, { webhookUrl: quick.url })
  await webhooks.delivery(other.userId, ours, (one) => one.status === 'delivered')
  await webhooks.delivery(stuck.userId, theirs, (one) => one.status === 'delivered')
  // A turn of the loop, and the work itself: none of the thousand was waited for.
  expect(performance.now() - startedMs).toBeLessThan(5_000)
})

test('with 300 receivers that are silent and 20,000 deliveries waiting for them, a healthy account’s webhook goes out within two seconds', async () => {
  await using platform = await openWebhooks()
  await platform.dispatcher.stop(0)
  const { store: deliveries, add } = deliveriesInMemory(platform.deliveries.receivers, platform.clock.now)
  const deps = {
    ...platform,
    deliveries,
    jobs: { job: async (_userId: string, id: string) => aJobView({ id }), work: async () => null },
    // The limit of a try as it is in production; a try is slow earlier, for the sake of machines that are.
    send: createSend({ resolve: resolveBySystem, allowPrivate: true, limitMs: 15_000 }),
  }
  await using dispatcher = new Dispatcher(deps, { ...slotLimits, slowMs: 250 })
  await using silent = await openReceiver(() => {})
  await using quick = await openReceiver()
  const healthy = await platform.account(quick.url)
  const stuck = Array.from({ length: 300 }, (_, index) => `stuck ${index}`)
  const account = { tier: 'pro', billingVersion: 1, url: silent.url, version: 1 }
  const endpoints = platform.mongo.connection.collection<{ _id: string }>('endpoints')
  await endpoints.insertMany(stuck.map((_id) => ({ _id, ...account })))
  for (const userId of stuck) await add(userId, silent.url, 67)
  // Before any is known to be slow, and with ever more of them under way.
  for (let count = 0; count < 3; count++) {
    const startedMs = performance.now()
    await add(healthy.userId, quick.url, 1)
    dispatcher.wake()
    await eventually('it has arrived', () => quick.received.length > count)
    expect(performance.now() - startedMs).toBeLessThan(2_000)
    await eventually('more are silent', () => silent.received.length > 128 * (count + 1))
  }
})
