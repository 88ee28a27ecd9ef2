import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openGateway } from './support/open-gateway.ts'

const gateway = await closedAfterAll(openGateway())
const { headers } = gateway.createKey(undefined, undefined, { isSuspended: true })

function ask(method: string, path: string): Promise<Response> {
  const isWrite = method === 'POST' || method === 'PUT'
  return fetch(gateway.url + path, {
    method,
    headers: { ...headers, ...(isWrite && { 'content-type': 'application/json' }) },
    ...(isWrite && { body: '{}' }),
  })
}

test.each([
  ['POST', '/api/tts'],
  ['POST', '/api/reply'],
  ['POST', '/api/batch'],
  ['POST', '/api/jobs/1/retry'],
  ['POST', '/api/chat'],
  ['POST', '/api/keys'],
  ['POST', '/api/voices/mine'],
  ['PUT', '/api/settings/webhook'],
  ['POST', '/api/webhooks/deliveries/recover'],
  ['POST', '/api/stripe/create-checkout-session'],
  ['POST', '/api/stripe/preview-upgrade'],
  ['POST', '/api/stripe/upgrade-subscription'],
])('a suspended account may not %s %s', async (method, path) => {
  expect((await ask(method, path)).status).toBe(403)
})

test('it is told so', async () => {
  expect(await (await ask('POST', '/api/tts')).json()).toMatchObject({
    error: 'This account is suspended',
    code: 'account_suspended',
  })
})

test.each([
  ['GET', '/api/jobs'],
  ['GET', '/api/auth/me'],
  ['DELETE', '/api/jobs/1'],
  ['DELETE', '/api/keys/1'],
  ['POST', '/api/jobs/1/cancel'],
  ['POST', '/api/batch/1/cancel'],
  ['POST', '/api/auth/logout'],
  ['POST', '/api/auth/delete-account'],
  ['POST', '/api/auth/export'],
  ['POST', '/api/stripe/billing-portal'],
])('it may %s %s', async (method, path) => {
  expect((await ask(method, path)).status).toBe(200)
})
