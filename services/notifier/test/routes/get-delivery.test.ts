import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { missingScope, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openReceiver, status } from '../support/open-receiver.ts'
import { callers, openWebhooks } from '../support/open-webhooks.ts'

const webhooks = await closedAfterAll(openWebhooks())

const get = (token: string | undefined, id: string) => webhooks.request('GET', `/api/webhooks/deliveries/${id}`, token)
const missing = problem(404, 'Delivery not found', 'delivery_not_found')

test('200: of a pending one the bytes that its tries have, whatever became of its job since', async () => {
  await using receiver = await openReceiver(status(500))
  const { userId, token } = await webhooks.account(receiver.url)
  const jobId = await webhooks.finish(userId)
  const { _id: id } = await webhooks.delivery(
    userId,
    jobId,
    ({ attempted, leasedUntil }) => attempted === 1 && !leasedUntil,
  )
  const job = webhooks.jobs.get(jobId)
  if (job) webhooks.jobs.set(jobId, { ...job, tags: ['changed'] })
  const { status: answered, body } = await get(token, id)
  expect(answered).toBe(200)
  expect(body).toMatchObject({ id, jobId, status: 'pending', attempted: 1 })
  expect(body.message).toBe(receiver.received[0]?.body)
})

test('200: of one that has arrived, whose bytes are not kept, what a try would send now', async () => {
  await using receiver = await openReceiver()
  const { userId, token } = await webhooks.account(receiver.url)
  const jobId = await webhooks.finish(userId)
  const { _id: id } = await webhooks.delivery(userId, jobId, (one) => one.status === 'delivered')
  expect(await webhooks.deliveries.readWhole(userId, id)).not.toHaveProperty('body')
  expect((await get(token, id)).body).toMatchObject({ status: 'delivered', message: receiver.received[0]?.body })
})

test('200: without a message where the job was deleted', async () => {
  await using receiver = await openReceiver()
  const { userId, token } = await webhooks.account(receiver.url)
  const jobId = await webhooks.finish(userId)
  const { _id: id } = await webhooks.delivery(userId, jobId, (one) => one.status === 'delivered')
  webhooks.jobs.delete(jobId)
  await webhooks.deliveries.forget(userId, { jobId })
  expect(await get(token, id)).toMatchObject({ status: 200, body: { id, status: 'delivered', message: null } })
})

test('503: jobs, which has what would be sent, is unavailable; what is kept is answered all the same', async () => {
  await using receiver = await openReceiver()
  const { userId, token } = await webhooks.account(receiver.url)
  const arrived = await webhooks.delivery(userId, await webhooks.finish(userId), (one) => one.status === 'delivered')
  receiver.answers(status(500))
  const failing = await webhooks.delivery(
    userId,
    await webhooks.finish(userId),
    ({ attempted, leasedUntil }) => attempted === 1 && !leasedUntil,
  )
  webhooks.jobsAreUnavailable(true)
  expect((await get(token, arrived._id)).status).toBe(503)
  expect((await get(token, failing._id)).status).toBe(200)
  webhooks.jobsAreUnavailable(false)
})

test('404: another account’s answers as one that does not exist', async () => {
  await using receiver = await openReceiver()
  const { userId } = await webhooks.account(receiver.url)
  const { _id: id } = await webhooks.delivery(
    userId,
    await webhooks.finish(userId),
    (one) => one.status === 'delivered',
  )
  const stranger = await webhooks.account()
  const [theirs, none] = [await get(stranger.token, id), await get(stranger.token, `msg_${randomUUID()}_completed`)]
  expect(theirs).toMatchObject(missing)
  expect({ ...theirs.body, requestId: '' }).toEqual({ ...none.body, requestId: '' })
})

test('404 for a key that may read jobs, 403 for another', async () => {
  const id = `msg_${randomUUID()}_completed`
  expect(await get(callers.key(['jobs:read']), id)).toMatchObject(missing)
  expect(await get(callers.key(['jobs:write']), id)).toMatchObject(missingScope('jobs:read'))
})
