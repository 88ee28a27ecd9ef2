import { buffer } from 'node:stream/consumers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { beforeEach, expect, test } from 'vitest'
import { openGateway } from './support/open-gateway.ts'

const gateway = await closedAfterAll(openGateway())

/** The last request that the service was sent. */
let sent: { body: string; headers: NodeJS.Dict<string | string[]> }
beforeEach(() =>
  gateway.behaves(async (request, response) => {
    sent = { body: String(await buffer(request)), headers: request.headers }
    response.writeHead(303, { location: '/account?checkout=done' }).end()
  }),
)

const post = (path: string, body: string, headers: Record<string, string>) =>
  fetch(new URL(path, gateway.url), { method: 'POST', body, headers, redirect: 'manual' })

const webhook = '/api/stripe/webhook'
const event = '{ "id" : "evt_1",\n"data": "\u00e9" }'
const json = { 'content-type': 'application/json; charset=utf-8' }

test('an event of Stripe’s arrives byte for byte, with its signature, from a stranger', async () => {
  expect((await post(webhook, event, { ...json, 'stripe-signature': 't=1,v1=2' })).status).toBe(303)
  expect([sent.body, sent.headers['stripe-signature']]).toEqual([event, 't=1,v1=2'])
})

test('events are not counted among the requests of their address, whatever credential comes with them', async () => {
  await using strict = await openGateway({ READS_PER_MINUTE: '5' })
  const headers = { ...json, authorization: 'Bearer nonsense' }
  const send = () => fetch(new URL(webhook, strict.url), { method: 'POST', body: event, headers })
  const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await send()).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('events past 600 a minute of one address are refused before their body, however it signs them', async () => {
  await gateway.redis.set('rate:read:address:/api/stripe/webhook:127.0.0.1', 600, 'PX', 60_000)
  const { status, headers } = await post(webhook, event, json)
  expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  await gateway.redis.del('rate:read:address:/api/stripe/webhook:127.0.0.1')
  expect((await post(webhook, event, json)).status).toBe(303)
})

test('an event may hold a whole invoice, and no more than half a mebibyte', async () => {
  expect((await post(webhook, 'x'.repeat(500 * 1024), json)).status).toBe(303)
  expect((await post(webhook, 'x'.repeat(513 * 1024), json)).status).toBe(413)
})

const form = 'number=4242+4242&name=%C3%A9'
const typed = { 'content-type': 'application/x-www-form-urlencoded' }

test('a form of the sandbox arrives as it was sent, and its redirect goes back', async () => {
  const own = gateway.createKey()
  const answer = await post('/sandbox/checkout/cs_1', form, { ...typed, ...own.headers })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account?checkout=done'])
  expect([sent.body, sent.headers['content-type']]).toEqual([form, typed['content-type']])
})

test.each([
  ['JSON for a form', '/sandbox/checkout/cs_1', json],
  ['a form for JSON', '/api/stripe/create-checkout-session', typed],
])('415: %s', async (_name, path, headers) => {
  const own = gateway.createKey()
  expect((await post(path, '{}', { ...headers, ...own.headers })).status).toBe(415)
})

test('403: a form that another site sends', async () => {
  const headers = { ...typed, 'sec-fetch-site': 'cross-site' }
  expect((await post('/sandbox/checkout/cs_1', form, headers)).status).toBe(403)
})
