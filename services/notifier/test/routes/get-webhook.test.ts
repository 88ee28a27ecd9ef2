import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openReceiver, status } from '../support/open-receiver.ts'
import { openWebhooks } from '../support/open-webhooks.ts'

const webhooks = await closedAfterAll(openWebhooks())

const get = (token: string | undefined) => webhooks.request('GET', '/api/settings/webhook', token)
const nothing = {
  ...{ webhookUrl: null, secretEnd: null, oldSecretUntil: null, lastDeliveredAt: null },
  ...{ failingSince: null, lastError: null, disabledAt: null, disabledReason: null },
}

test('200: nothing, before the account has a webhook', async () => {
  const { token } = await webhooks.account()
  expect(await get(token)).toMatchObject({ status: 200, body: nothing, headers: { 'cache-control': 'no-store' } })
})

test('200: the address and the end of its secret, never the secret', async () => {
  const { token, secret } = await webhooks.account('https://example.com/hook')
  const { body } = await get(token)
  expect(body).toEqual({ ...nothing, webhookUrl: 'https://example.com/hook', secretEnd: secret.slice(-4) })
  expect(JSON.stringify(body)).not.toContain(secret.slice(0, 20))
})

test('200: after a rotation also until when the old secret signs along', async () => {
  const { token } = await webhooks.account('https://example.com/hook')
  await webhooks.request('POST', '/api/settings/webhook/secret', token)
  const until = new Date(webhooks.clock.now().getTime() + 24 * 3_600_000).toISOString()
  expect((await get(token)).body).toMatchObject({ oldSecretUntil: until })
})

test('200: since when it fails and why, until it is delivered to', async () => {
  await using receiver = await openReceiver(status(503))
  const { userId, token } = await webhooks.account(receiver.url)
  const since = webhooks.clock.now().toISOString()
  const jobId = await webhooks.finish(userId)
  await webhooks.delivery(userId, jobId, ({ attempted }) => attempted === 1)
  await expect
    .poll(async () => (await get(token)).body)
    .toMatchObject({
      failingSince: since,
      lastError: 'The receiver answered 503',
      lastDeliveredAt: null,
    })
  receiver.answers(status(200))
  webhooks.move(6_000)
  await webhooks.delivery(userId, jobId, ({ status }) => status === 'delivered')
  await expect
    .poll(async () => (await get(token)).body)
    .toMatchObject({ failingSince: null, lastError: null, lastDeliveredAt: webhooks.clock.now().toISOString() })
})
