import { metricsText } from '@utter/http/metrics'
import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expectLinearTime, repeatedTo } from '@utter/testing/linear-time'
import { invalid, problem } from '@utter/testing/problems'
import { describe, expect, test } from 'vitest'
import { withoutQueries } from '../src/pages/client-errors.ts'
import { type Gateway, openGateway } from './support/open-gateway.ts'

const lines: string[] = []
const open = () =>
  // Every test comes from an address of its own.
  openGateway({ TRUSTED_PROXIES: '127.0.0.1' }, {}, createLog('gateway', 'warn', { write: (line) => lines.push(line) }))

const gateway = await closedAfterAll(open())

const anAddress = () => `2001:db8:${[0, 0].map(() => Math.floor(Math.random() * 65_536).toString(16)).join(':')}::1`
const good = { message: 'x is undefined', stack: 'Error: x\n    at f (a.js:1:2)', path: '/jobs', build: 'b1' }

type Sent = { from?: string; headers?: Record<string, string>; to?: Gateway }
async function report(body: unknown, { from = anAddress(), headers = {}, to = gateway }: Sent = {}) {
  const response = await fetch(`${to.url}/api/client-errors`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}
const counted = async () => Number(/^client_errors_total (\d+)$/m.exec(await metricsText())?.[1])

test('204: an error is counted, and logged in one line without an address or a query', async () => {
  const before = await counted()
  lines.length = 0
  const from = anAddress()
  const { status, body, headers } = await report(
    {
      message: 'GET https://utter.example/api/jobs?q=private failed',
      stack: 'Error\n    at f (https://utter.example/assets/a.js?v=private:10:5)\n    at /login?reset=private',
      path: '/login?reset=private#private',
      build: 'b1',
      user: 'private',
    },
    { from },
  )
  expect([status, body, headers.get('cache-control')]).toEqual([204, undefined, 'no-store'])
  expect(await counted()).toBe(before + 1)
  expect(lines.length).toBe(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    msg: 'a web page reported an error',
    clientError: {
      message: 'GET https://utter.example/api/jobs failed',
      stack: 'Error\n    at f (https://utter.example/assets/a.js:10:5)\n    at /login',
      path: '/login',
      build: 'b1',
    },
  })
  expect(lines[0]).not.toMatch(/private/)
  expect(lines[0]).not.toContain(from)
  expect(gateway.asked).toEqual([])
})

test('204: the secret in the link of a shared job is in no log', async () => {
  lines.length = 0
  await report({
    message: 'GET https://utter.example/api/shared/a-secret/audio.mp3 failed',
    stack: 'Error\n    at f (https://utter.example/shared/a-secret:10:5)',
    path: '/shared/a-secret',
    build: 'b1',
  })
  expect(JSON.parse(lines[0] ?? '').clientError).toMatchObject({
    message: 'GET https://utter.example/api/shared/…/audio.mp3 failed',
    path: '/shared/…',
  })
  expect(lines[0]).not.toContain('a-secret')
})

test('204: without a stack, and with the largest texts', async () => {
  const { stack: _none, ...rest } = good
  expect((await report(rest)).status).toBe(204)
  const largest = {
    message: 'm'.repeat(1_000),
    stack: 's'.repeat(8_000),
    path: '/'.repeat(500),
    build: 'b'.repeat(200),
  }
  expect((await report(largest)).status).toBe(204)
})

test.each<[string, unknown, string]>([
  ['message', undefined, 'Message is required'],
  ['message', ' ', 'Message is required'],
  ['message', 'm'.repeat(1_001), 'Message must be at most 1000 characters'],
  ['message', 7, 'Message must be a string'],
  ['stack', 's'.repeat(8_001), 'Stack must be at most 8000 characters'],
  ['path', undefined, 'Path is required'],
  ['path', 'p'.repeat(501), 'Path must be at most 500 characters'],
  ['build', undefined, 'Build is required'],
  ['build', 'b'.repeat(201), 'Build must be at most 200 characters'],
])('400: %s %j', async (field, value, sentence) => {
  expect(await report({ ...good, [field]: value })).toMatchObject(invalid(field, sentence))
})

test('400: no JSON, or not UTF-8; 415: another type, charset or coding', async () => {
  expect(await report('{')).toMatchObject({ status: 400, body: { code: 'invalid_json' } })
  expect(await report('')).toMatchObject(invalid('body', 'The body must be a JSON object'))
  const latin1 = new Uint8Array(Buffer.from('{"message":"é"}', 'latin1'))
  expect(await report(latin1)).toMatchObject({ status: 400, body: { code: 'invalid_utf8' } })
  const wrong = ['text/plain', 'application/json; charset=utf-16'].map((type) => ({ 'content-type': type }))
  for (const headers of [...wrong, { 'content-encoding': 'gzip' }])
    expect(await report(good, { headers })).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
})

test('204: null is no stack', async () => expect((await report({ ...good, stack: null })).status).toBe(204))

test('403: from another site', async () => {
  const refused = problem(403, 'Requests from other sites are not allowed', 'cross_site')
  expect(await report(good, { headers: { 'sec-fetch-site': 'cross-site' } })).toMatchObject(refused)
  expect(await report(good, { headers: { origin: 'https://evil.example' } })).toMatchObject(refused)
  expect((await report(good, { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(204)
})

test('413: a body of more than 16 KiB', async () => {
  const body = (more: string) => JSON.stringify({ ...good, more })
  const sized = (bytes: number) => body('x'.repeat(bytes - body('').length))
  expect((await report(sized(16 * 1024))).status).toBe(204)
  expect(await report(sized(16 * 1024 + 1))).toMatchObject(
    problem(413, 'The request body is too large', 'body_too_large'),
  )
})

describe('429', () => {
  const refused = problem(429, 'Rate limit exceeded', 'rate_limited')
  const many = async (count: number, sent: () => Sent) => {
    const answers = []
    for (let i = 0; i < count; i++) answers.push(await report(good, sent()))
    return answers
  }

  test('past 20 a minute of one network, whatever address of it; another one goes on', async () => {
    const from = anAddress()
    const answers = await many(22, () => ({ from: from.replace(/1$/, Math.floor(Math.random() * 9_000).toString()) }))
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(204), 429, 429])
    const last = answers.at(-1)
    expect(last).toMatchObject(refused)
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(30)
    expect(Number(last?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await report(good)).status).toBe(204)
  })

  test('while Redis is unavailable past 20 a minute of all addresses', async () => {
    await using alone = await open()
    alone.ownRedis.disconnect()
    const answers = await many(21, () => ({ to: alone }))
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(204), 429])
    expect(answers.at(-1)).toMatchObject(refused)
  })
})

test.each([
  ['at f (https://a.example/x.js:10:5)', 'at f (https://a.example/x.js:10:5)'],
  ['https://a.example/x.js?v=1&w=2:10:5', 'https://a.example/x.js:10:5'],
  ['"https://a.example/x?y=1" failed', '"https://a.example/x" failed'],
  ['in ?reset=1', 'in '],
  ['/x#token=1', '/x'],
  ['Why? Because of #field', 'Why? Because of #field'],
])('%s', (text, expected) => {
  expect(withoutQueries(text)).toBe(expected)
})

test('a text made to be slow is read in linear time', () => {
  for (const piece of ['/', '?', ':1', '/?', '?:1', '#=', '/:1'])
    expectLinearTime((length) => withoutQueries(`${repeatedTo(length, piece)}x`))
})
