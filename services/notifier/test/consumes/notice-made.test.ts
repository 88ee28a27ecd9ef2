import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { expect, test } from 'vitest'
import { openReceiver } from '../support/open-receiver.ts'
import { openWebhooks } from '../support/open-webhooks.ts'

const notifier = await closedAfterAll(openWebhooks())
const receiver = await closedAfterAll(openReceiver())

const at = '2026-03-20T12:00:00.000Z'
const planChanged = { cause: 'c', at, notice: { kind: 'plan-changed', from: 'starter', to: 'pro' } }

test('the account’s webhook has it once, signed as every other, however often it is consumed', async () => {
  const { userId, token } = await notifier.account(receiver.url)
  for (let count = 0; count < 3; count++) await notifier.handle('notice-made', userId, planChanged)
  const [delivery] = await eventually('it is delivered', async () => {
    const { body } = await notifier.request('GET', '/api/webhooks/deliveries', token)
    return body.length === 1 && body[0].status === 'delivered' && body
  })
  expect(delivery).toMatchObject({ type: 'account.plan_changed', id: expect.stringMatching(/^msg_ntc_/) })
  expect(delivery).not.toHaveProperty('jobId')
  const sent = receiver.received.filter(({ headers }) => headers['webhook-id'] === delivery.id)
  expect(sent).toHaveLength(1)
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
    type: 'account.plan_changed',
    timestamp: at,
    data: { noticeId: delivery.id.replace(/^msg_/, ''), notice: planChanged.notice },
  })
})

test('a kind that is turned off, or that has no message, is not sent to it', async () => {
  const { userId, token } = await notifier.account(receiver.url)
  await notifier.request('PUT', '/api/settings/notifications', token, { body: { withoutWebhook: ['plan-changed'] } })
  await notifier.handle('notice-made', userId, planChanged)
  await notifier.handle('notice-made', userId, { cause: 'd', at, notice: { kind: 'password-changed' } })
  expect((await notifier.request('GET', '/api/webhooks/deliveries', token)).body).toEqual([])
  expect((await notifier.request('GET', '/api/notifications', token)).body.notices).toHaveLength(2)
})
