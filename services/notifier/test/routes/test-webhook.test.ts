import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { openReceiver, status } from '../support/open-receiver.ts'
import { limitMs, openWebhooks } from '../support/open-webhooks.ts'

const webhooks = await closedAfterAll(openWebhooks())
// The package that verifies goes by the real time.
webhooks.move(Date.now() - webhooks.clock.now().getTime())

const send = (token: string | undefined) => webhooks.request('POST', '/api/settings/webhook/test', token)

test('200: a signed event was sent at once, and what the receiver answered', async () => {
  await using receiver = await openReceiver(status(204))
  const { token, secret } = await webhooks.account(receiver.url)
  const answer = await send(token)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ status: 204, ms: expect.any(Number) })
  const [{ body, headers } = { body: '', headers: {} }] = receiver.received
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: 'webhook.test' })
})

test('200: a receiver that refuses, and one that is silent, with the reason', async () => {
  await using receiver = await openReceiver(status(500))
  const { token } = await webhooks.account(receiver.url)
  expect((await send(token)).body).toMatchObject({ status: 500, error: 'The receiver answered 500' })
  receiver.answers(() => {})
  const error = `No answer came within ${limitMs / 1_000} s`
  expect(await send(token)).toMatchObject({ status: 200, body: { status: null, error } })
  expect((await webhooks.request('GET', '/api/settings/webhook', token)).body).toMatchObject({ failingSince: null })
})

test('its result is a part of the settings, until there is another address', async () => {
  await using receiver = await openReceiver(status(500))
  const { token, userId } = await webhooks.account(receiver.url)
  const lastTest = async () => (await webhooks.request('GET', '/api/settings/webhook', token)).body.lastTest
  expect(await lastTest()).toBeUndefined()
  const { body } = await send(token)
  const noted = { at: webhooks.clock.now().toISOString(), ...body }
  expect(await lastTest()).toEqual(noted)
  await webhooks.setUrl(token, receiver.url)
  const earlier = new Date(webhooks.clock.now().getTime() - 1)
  await webhooks.endpoints.tested(userId, receiver.url, { at: earlier, status: 200, ms: 600 })
  expect(await lastTest()).toEqual(noted)
  receiver.answers(() => {})
  await send(token)
  expect(await lastTest()).toMatchObject({ status: null, error: expect.stringContaining('No answer came') })
  await webhooks.setUrl(token, `${receiver.url}other`)
  expect(await lastTest()).toBeUndefined()
})

test('429: two tests of one account that wait for their receiver are all that it may have; another account is not concerned', async () => {
  await using receiver = await openReceiver(() => {})
  const [one, other] = [await webhooks.account(receiver.url), await webhooks.account(receiver.url)]
  const waiting = [send(one.token), send(one.token)]
  await expect.poll(() => receiver.received.length).toBe(2)
  expect(await send(one.token)).toMatchObject(
    problem(429, 'Too many requests at once, try again in a moment', 'too_many_at_once'),
  )
  expect((await send(other.token)).status).toBe(200)
  await Promise.all(waiting)
  expect((await send(one.token)).status).toBe(200)
})

test('200: nobody listens', async () => {
  const receiver = await openReceiver()
  await receiver[Symbol.asyncDispose]()
  const { token } = await webhooks.account(receiver.url)
  expect(await send(token)).toMatchObject({ status: 200, body: { status: null, error: 'The connection was refused' } })
})

test('409 without a webhook', async () => {
  const { token } = await webhooks.account()
  expect(await send(token)).toMatchObject(problem(409, 'Set a webhook URL first', 'webhook_missing'))
})

test('403 on the free plan', async () => {
  const { token } = await webhooks.account(undefined, 'free')
  expect(await send(token)).toMatchObject(problem(403, 'Webhooks are available on paid plans', 'plan_required'))
})
