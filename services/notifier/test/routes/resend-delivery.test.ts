import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { missingScope, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openReceiver, status } from '../support/open-receiver.ts'
import { callers, openWebhooks } from '../support/open-webhooks.ts'

const webhooks = await closedAfterAll(openWebhooks())

const resend = (token: string | undefined, id: string) =>
  webhooks.request('POST', `/api/webhooks/deliveries/${id}/resend`, token)
const missing = problem(404, 'Delivery not found', 'delivery_not_found')

async function delivered(receiver: { url: string }) {
  const account = await webhooks.account(receiver.url)
  const jobId = await webhooks.finish(account.userId)
  const { _id: id } = await webhooks.delivery(account.userId, jobId, (one) => one.status === 'delivered')
  return { ...account, jobId, id }
}

test('202: it is sent again at once, under the same id', async () => {
  await using receiver = await openReceiver()
  const { userId, token, jobId, id } = await delivered(receiver)
  expect(await resend(token, id)).toMatchObject({ status: 202, body: { id, status: 'pending', attempted: 1 } })
  await webhooks.delivery(userId, jobId, ({ attempted, status }) => attempted === 2 && status === 'delivered')
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
  expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body)
})

test('202: one that fails again has its schedule from the beginning, and stays known as delivered in jobs', async () => {
  await using receiver = await openReceiver()
  const { userId, token, jobId, id } = await delivered(receiver)
  webhooks.move(25 * 3_600_000)
  receiver.answers(status(500))
  await resend(token, id)
  const again = await webhooks.delivery(userId, jobId, ({ attempted, leasedUntil }) => attempted === 2 && !leasedUntil)
  expect(again.status).toBe('pending')
  expect((again.nextAttemptAt?.getTime() ?? 0) - webhooks.clock.now().getTime()).toBeLessThan(6_000)
  expect(webhooks.published.at(-1)?.data).toMatchObject({ jobId, attempts: 2, delivered: true })
})

test('202: one that is being tried at this moment stays as it is', async () => {
  await using receiver = await openReceiver(() => {})
  const { userId, token } = await webhooks.account(receiver.url)
  const jobId = await webhooks.finish(userId)
  const { _id: id } = await webhooks.delivery(userId, jobId, ({ leasedUntil }) => leasedUntil !== undefined)
  await Promise.all([resend(token, id), resend(token, id), resend(token, id)])
  await webhooks.delivery(userId, jobId, ({ attempted }) => attempted === 1)
  expect(receiver.received).toHaveLength(1)
})

test('404: another account’s answers as one that does not exist', async () => {
  await using receiver = await openReceiver()
  const { id } = await delivered(receiver)
  const stranger = await webhooks.account()
  const [theirs, none] = [
    await resend(stranger.token, id),
    await resend(stranger.token, `msg_${randomUUID()}_completed`),
  ]
  expect(theirs).toMatchObject(missing)
  expect({ ...theirs.body, requestId: '' }).toEqual({ ...none.body, requestId: '' })
  expect(receiver.received).toHaveLength(1)
})

test('409: the job was deleted', async () => {
  await using receiver = await openReceiver(status(500))
  const { userId, token } = await webhooks.account(receiver.url)
  const jobId = await webhooks.finish(userId)
  const { _id: id } = await webhooks.delivery(userId, jobId, ({ attempted }) => attempted === 1)
  await webhooks.deliveries.forget(userId, { jobId })
  expect(await resend(token, id)).toMatchObject(problem(409, 'The job was deleted', 'job_deleted'))
})

test('409: the account has no webhook any more', async () => {
  await using receiver = await openReceiver()
  const { token, id } = await delivered(receiver)
  await webhooks.setUrl(token, null)
  expect(await resend(token, id)).toMatchObject(problem(409, 'Set a webhook URL first', 'webhook_missing'))
})

test('409: it is disabled', async () => {
  await using receiver = await openReceiver()
  const { userId, token, id } = await delivered(receiver)
  await webhooks.endpoints.disable(userId, receiver.url, 'gone', webhooks.clock.now())
  expect(await resend(token, id)).toMatchObject(
    problem(409, 'The webhook is disabled: set its URL again', 'webhook_disabled'),
  )
})

test('403 on the free plan', async () => {
  await using receiver = await openReceiver()
  const { identity, id } = await delivered(receiver)
  expect(await resend(callers.account({ ...identity, tier: 'free' }), id)).toMatchObject(
    problem(403, 'Webhooks are available on paid plans', 'plan_required'),
  )
})

test('a key needs jobs:write, and jobs:read for what the answer says of the receiver', async () => {
  expect(await resend(callers.key(['jobs:write', 'jobs:read']), 'x')).toMatchObject(missing)
  expect(await resend(callers.key(['jobs:read']), 'x')).toMatchObject(missingScope('jobs:write'))
  expect(await resend(callers.key(['jobs:write']), 'x')).toMatchObject(missingScope('jobs:read'))
})
