import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openReceiver, status } from '../support/open-receiver.ts'
import { openWebhooks } from '../support/open-webhooks.ts'

const webhooks = await closedAfterAll(openWebhooks())

const left = async (userId: string) => [
  await webhooks.mongo.connection.collection('endpoints').countDocuments({ _id: userId as never }),
  await webhooks.mongo.connection.collection('deliveries').countDocuments({ userId }),
]

test('a deleted account leaves nothing here, its last state has no address, and what comes late brings nothing back', async () => {
  await using receiver = await openReceiver(status(500))
  const [{ userId }, other] = [await webhooks.account(receiver.url), await webhooks.account(receiver.url)]
  const first = ({ attempted, leasedUntil }: { attempted: number; leasedUntil?: Date }) =>
    attempted === 1 && !leasedUntil
  await webhooks.delivery(userId, await webhooks.finish(userId), first)
  const jobId = await webhooks.finish(other.userId)
  await webhooks.delivery(other.userId, jobId, first)
  await webhooks.deleteAccount(userId)
  await webhooks.deleteAccount(userId)
  await webhooks.setTier(userId, 'pro')
  await webhooks.finish(userId, { webhookUrl: receiver.url })
  expect(await left(userId)).toEqual([0, 0])
  expect(await left(other.userId)).toEqual([1, 1])
  const states = webhooks.published.filter((one) => one.userId === userId && one.event.type === 'webhook-state')
  expect(states.at(-1)).toMatchObject({ version: 2, data: { webhookUrl: null } })
  webhooks.move(60_000)
  await webhooks.delivery(other.userId, jobId, ({ attempted }) => attempted === 2)
  expect(receiver.received).toHaveLength(3)
})

test('a delivery that is under way while its account is deleted is not recorded', async () => {
  await using receiver = await openReceiver(() => {})
  const { userId } = await webhooks.account(receiver.url)
  await webhooks.finish(userId)
  await expect.poll(() => receiver.received.length).toBe(1)
  await webhooks.deleteAccount(userId)
  await webhooks.dispatcher.stop(5_000)
  expect(await left(userId)).toEqual([0, 0])
})

test('an account that never had a webhook has no last state', async () => {
  const { userId } = await webhooks.account()
  await webhooks.deleteAccount(userId)
  expect(webhooks.published.filter((one) => one.userId === userId)).toEqual([])
})
