import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { createReceiverSlots } from '../../src/deliveries/receiver-slots.ts'
import { openReceiver } from '../support/open-receiver.ts'
import { openWebhooks } from '../support/open-webhooks.ts'

const webhooks = await closedAfterAll(openWebhooks())

test('a thousand deliveries to a receiver that is silent delay no other account’s, and no other receiver of the same one', async () => {
  await using slow = await openReceiver(() => {})
  await using quick = await openReceiver()
  const [stuck, other] = [await webhooks.account(slow.url), await webhooks.account(quick.url)]
  await webhooks.finishMany(stuck.userId, 1_000)
  await expect.poll(() => slow.received.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(8)
  const startedMs = performance.now()
  const ours = await webhooks.finish(other.userId)
  const theirs = await webhooks.finish(stuck.userId, { webhookUrl: quick.url })
  await webhooks.delivery(other.userId, ours, (one) => one.status === 'delivered')
  await webhooks.delivery(stuck.userId, theirs, (one) => one.status === 'delivered')
  // A turn of the loop, and the work itself: none of the thousand was waited for.
  expect(performance.now() - startedMs).toBeLessThan(5_000)
}, 90_000)

test('slots: eight of a receiver, two of one that was slow, until it is quicker', () => {
  const slots = createReceiverSlots({ perReceiver: 8, perSlowReceiver: 2, perAccount: 32, all: 512 })
  const one = { userId: 'u', receiver: 'u' }
  const take = (count: number) => Array.from({ length: count }, () => slots.take(one)).filter((release) => release)
  const first = take(9)
  expect([first.length, slots.busy()]).toEqual([8, { userIds: [], receivers: ['u'] }])
  for (const release of first) release?.(6_000)
  const second = take(9)
  expect(second.length).toBe(2)
  for (const release of second) release?.(100)
  expect(take(9).length).toBe(8)
})

test('slots: an account has no more by naming many receivers, and all together have an end', () => {
  const slots = createReceiverSlots({ perReceiver: 8, perSlowReceiver: 2, perAccount: 3, all: 5 })
  const taken = (userId: string) =>
    Array.from({ length: 9 }, (_, index) => slots.take({ userId, receiver: `${userId} ${index}` })).filter(Boolean)
  expect([taken('a').length, slots.busy().userIds]).toEqual([3, ['a']])
  expect([taken('b').length, slots.free()]).toEqual([2, 0])
})
