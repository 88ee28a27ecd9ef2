import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { sendLimitMs } from '../../src/deliveries/send.ts'
import { maxTries } from '../../src/domain/receiver.ts'
import { openReceiver, status } from '../support/open-receiver.ts'
import { openWebhooks } from '../support/open-webhooks.ts'

// A try that a busy machine breaks off would wait for a clock that stands still.
const webhooks = await closedAfterAll(openWebhooks({ tryLimitMs: sendLimitMs }))

const recover = (token: string | undefined, since: unknown) =>
  webhooks.request('POST', '/api/webhooks/recover', token, { body: { since } })
const hourMs = 3_600_000
const counted = (deliveries: number) => ({ status: 202, body: { deliveries } })

test('202: all that was not delivered since then is tried again; what is older, pending or delivered is not', async () => {
  await using receiver = await openReceiver()
  const { userId, token } = await webhooks.account(receiver.url)
  const good = await webhooks.finish(userId)
  await webhooks.delivery(userId, good, (one) => one.status === 'delivered')
  receiver.answers(status(410))
  const old = await webhooks.finish(userId, { webhookUrl: receiver.url })
  await webhooks.delivery(userId, old, (one) => one.status === 'failed')
  webhooks.move(hourMs)
  const since = webhooks.clock.now().toISOString()
  // The first disables the webhook, which stops the others.
  const gone = await webhooks.finish(userId)
  await webhooks.delivery(userId, gone, (one) => one.status === 'failed')
  await expect.poll(async () => (await webhooks.endpoints.read(userId))?.disabledReason).toBe('gone')
  const stopped = [await webhooks.finish(userId), await webhooks.finish(userId)]
  for (const jobId of stopped) await webhooks.delivery(userId, jobId, (one) => one.reason === 'disabled')
  receiver.answers(status(200))
  // While it is disabled nothing is sent to it.
  expect(await recover(token, since)).toMatchObject(counted(0))
  await webhooks.setUrl(token, receiver.url)
  expect(await recover(token, since)).toMatchObject(counted(3))
  for (const jobId of [gone, ...stopped]) await webhooks.delivery(userId, jobId, (one) => one.status === 'delivered')
  expect(await webhooks.delivery(userId, old, () => true)).toMatchObject({ status: 'failed', attempted: 1 })
  expect(await webhooks.delivery(userId, good, () => true)).toMatchObject({ attempted: 1 })
  expect(await recover(token, since)).toMatchObject(counted(0))
})

test('202: hundreds at once, no more in flight than one receiver may have', async () => {
  let inFlight = 0
  let most = 0
  await using receiver = await openReceiver(async (response) => {
    most = Math.max(most, ++inFlight)
    await new Promise((resolve) => setTimeout(resolve, 5))
    inFlight--
    response.end()
  })
  const { userId, token } = await webhooks.account(receiver.url)
  const since = webhooks.clock.now().toISOString()
  await webhooks.endpoints.disable(userId, receiver.url, 'failing', webhooks.clock.now())
  await webhooks.finishMany(userId, 540)
  await webhooks.setUrl(token, receiver.url)
  expect(await recover(token, since)).toMatchObject(counted(540))
  await expect.poll(() => receiver.received.length).toBe(540)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(540)
  expect(most).toBeLessThanOrEqual(maxTries)
})

test('202: nothing of another account, and nothing of a deleted job', async () => {
  await using receiver = await openReceiver(status(410))
  const [{ userId, token }, stranger] = [await webhooks.account(), await webhooks.account()]
  const since = webhooks.clock.now().toISOString()
  const jobId = await webhooks.finish(userId, { webhookUrl: receiver.url })
  await webhooks.delivery(userId, jobId, (one) => one.status === 'failed')
  expect(await recover(stranger.token, since)).toMatchObject(counted(0))
  await webhooks.deliveries.forget(userId, { jobId })
  expect(await recover(token, since)).toMatchObject(counted(0))
})

test.each([[undefined], ['yesterday'], [7], ['2026-03-20']])('400: since %j', async (since) => {
  expect(await recover((await webhooks.account()).token, since)).toMatchObject(
    invalid('since', 'since must be a time such as 2026-03-20T12:00:00Z'),
  )
})

test('403 on the free plan', async () => {
  const { token } = await webhooks.account(undefined, 'free')
  expect(await recover(token, '2026-03-20T12:00:00Z')).toMatchObject(
    problem(403, 'Webhooks are available on paid plans', 'plan_required'),
  )
})
