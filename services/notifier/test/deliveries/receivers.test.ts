import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { Dispatcher } from '../../src/deliveries/dispatcher.ts'
import { resolveBySystem } from '../../src/deliveries/public-lookup.ts'
import { scheduleMissed } from '../../src/deliveries/schedule-missed.ts'
import { createSend } from '../../src/deliveries/send.ts'
import { type Delivery, newDelivery } from '../../src/domain/delivery.ts'
import type { Receiver } from '../../src/domain/receiver.ts'
import { aJobView } from '../support/a-job-view.ts'
import { openReceiver, status } from '../support/open-receiver.ts'
import { openWebhooks } from '../support/open-webhooks.ts'

const webhooks = await closedAfterAll(openWebhooks())
await webhooks.dispatcher.stop(0)
/** Two replicas, with the limit of a try as it is in production. */
const replicas = await Promise.all(
  [1, 2].map(() =>
    closedAfterAll(
      new Dispatcher({
        ...webhooks,
        jobs: { job: async (_userId, id) => aJobView({ id }), work: async () => null },
        send: createSend({ resolve: resolveBySystem, allowPrivate: true, limitMs: 15_000 }),
      }),
    ),
  ),
)
const wake = () => {
  for (const replica of replicas) replica.wake()
}
const { connection } = webhooks.mongo
const receivers = connection.collection<Receiver>('receivers')
const deliveries = connection.collection<Delivery>('deliveries')
const isDelivered = (one: { status: string }) => one.status === 'delivered'

/** A delivery without its receiver: as it is left by a death, or by a version that knows none. */
async function insertAlone(userId: string, url: string, more: Partial<Delivery> = {}) {
  const given = { userId, jobId: randomUUID(), outcome: 'completed', url, isOwn: false, isDisabled: false } as const
  const delivery = { ...newDelivery(given, webhooks.clock.now()), ...more, jobId: given.jobId }
  await deliveries.insertOne(delivery)
  return delivery
}

test('a receiver gets two tries at a time until it has answered, sixteen from then on, over all replicas', async () => {
  const open: ServerResponse[] = []
  await using receiver = await openReceiver((response) => open.push(response))
  await using quick = await openReceiver()
  const [{ userId }, other] = [await webhooks.account(receiver.url), await webhooks.account(quick.url)]
  await webhooks.finishMany(userId, 40)
  wake()
  const inFlight = async (count: number) => {
    await expect.poll(() => receiver.received.length).toBe(count)
    // Both have looked for more by then.
    for (const _replica of replicas) {
      wake()
      await webhooks.delivery(other.userId, await webhooks.finish(other.userId), isDelivered)
    }
    expect(receiver.received).toHaveLength(count)
  }
  await inFlight(2)
  for (const response of open.splice(0)) response.end()
  await inFlight(18)
  receiver.answers(status(200))
  for (const response of open.splice(0)) response.end()
  await expect.poll(() => receiver.received.length).toBe(40)
})

test('a receiver to which nothing is pending leaves nothing behind', async () => {
  await using receiver = await openReceiver()
  const { userId } = await webhooks.account(receiver.url)
  await webhooks.delivery(userId, await webhooks.finish(userId), isDelivered)
  webhooks.move(60_000)
  wake()
  await expect.poll(() => receivers.countDocuments({ userId })).toBe(0)
})

test('a process that dies between the two writes of an insertion is made up for when the event is consumed again', async () => {
  await using receiver = await openReceiver()
  const { userId } = await webhooks.account(receiver.url)
  const { jobId } = await insertAlone(userId, receiver.url)
  await webhooks.finishAgain(userId, jobId, 'completed')
  wake()
  await webhooks.delivery(userId, jobId, isDelivered)
})

test('the sweep finds deliveries without a receiver, and those whose receiver is looked at too late, in portions', async () => {
  await deliveries.deleteMany({})
  await using receiver = await openReceiver()
  const accounts = await Promise.all([1, 2, 3].map(() => webhooks.account(receiver.url)))
  const [late, ...without] = accounts.sort((a, b) => (a.userId < b.userId ? -1 : 1)).map(({ userId }) => userId)
  await receivers.insertOne({
    ...{ _id: late as string, userId: late as string, isSlow: false, rev: 1 },
    nextDueAt: new Date(webhooks.clock.now().getTime() + 3_600_000),
  })
  // A process died before the date was set.
  await receivers.insertOne({ _id: without[0], userId: without[0], isSlow: false, rev: 1 } as Receiver)
  const inserted = []
  for (const userId of [late, ...without] as string[])
    for (let count = 0; count < 3; count++) inserted.push(await insertAlone(userId, receiver.url))
  const after = await scheduleMissed(webhooks, '', 2)
  expect([after, await scheduleMissed(webhooks, after, 2)]).toEqual([without[0], ''])
  wake()
  for (const { userId, jobId } of inserted) await webhooks.delivery(userId, jobId, isDelivered)
  expect(receiver.received).toHaveLength(inserted.length)
})

test('the sweep leaves alone receivers that are looked at in time, and full ones', async () => {
  await deliveries.deleteMany({})
  const now = webhooks.clock.now()
  const at = new Date(now.getTime() + 600_000)
  for (const userId of ['full', 'in time']) {
    await insertAlone(userId, 'https://example.com/', { nextAttemptAt: at })
    const nextDueAt = userId === 'full' ? new Date(at.getTime() + 1) : at
    await receivers.insertOne({ _id: userId, userId, nextDueAt, isSlow: false, isFull: userId === 'full', rev: 1 })
  }
  const before = await receivers.find({ userId: { $in: ['full', 'in time'] } }).toArray()
  expect(await scheduleMissed(webhooks, '')).toBe('')
  expect(await receivers.find({ userId: { $in: ['full', 'in time'] } }).toArray()).toEqual(before)
})
