import type { RequestListener } from 'node:http'
import { services } from '@utter/contracts/flow'
import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { createLimitBySender } from '@utter/http/limits/limit-in-flight'
import { createServer } from '@utter/http/server'
import { tokenRefusedHeader } from '@utter/http/token-refusal'
import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openHttpServer } from '@utter/testing/http-server'
import { createTestIdentity } from '@utter/testing/identity'
import { afterAll, expect, test } from 'vitest'
import type { Authenticator } from '../src/auth/authenticate.ts'
import { createDeviceCookie } from '../src/cookies/device.ts'
import { createSessionCookie } from '../src/cookies/session.ts'
import { forwardAll } from '../src/proxy/forward.ts'

// Every destination is one small service that a test scripts; every sender is a visitor.
let behaviour: RequestListener
let asked = 0
const service = await closedAfterAll(
  openHttpServer((request, response) => {
    asked++
    behaviour(request, response)
  }),
)
const app = createServer({
  log: createLog('gateway', 'silent'),
  behindGateway: false,
  responseTimeoutMs: Number.POSITIVE_INFINITY,
})
forwardAll(app, {
  urls: Object.fromEntries(services.map((name) => [name, service.url])) as Parameters<typeof forwardAll>[1]['urls'],
  authenticator: { authenticate: async () => null, endWithCredential: () => {} } satisfies Authenticator,
  limits: { check: async () => Promise.reject(new Error('redis is away')) },
  inFlight: { address: createLimitBySender('address', 100), account: createLimitBySender('account', 100) },
  bodyMs: 10_000,
  publicUrl: 'http://localhost',
  signer: createTestIdentity().signer('gateway'),
  cookies: { session: createSessionCookie('http://localhost'), device: createDeviceCookie('http://localhost') },
})
const url = await app.listen({ port: 0 })
afterAll(() => app.close())

async function ask(
  method: 'GET' | 'POST',
  next: RequestListener,
  path = '/api/stats',
  more: Record<string, string> = {},
) {
  asked = 0
  behaviour = next
  const response = await fetch(url + path, {
    method,
    headers: { ...(method === 'POST' && { 'content-type': 'application/json' }), ...more },
    ...(method === 'POST' && { body: '{}' }),
  })
  return { status: response.status, headers: response.headers, text: await response.text(), asked }
}
const breaksOff: RequestListener = (request) => request.socket.destroy()

test.each(['GET', 'POST'] as const)(
  'a %s that a service refuses is refused at once, and asked for once',
  async (method) => {
    const refuse: RequestListener = (_request, response) =>
      void response
        .writeHead(503, { 'retry-after': '1', 'content-type': 'application/json' })
        .end('{"code":"unavailable"}')
    expect(await ask(method, refuse)).toMatchObject({ status: 503, text: '{"code":"unavailable"}', asked: 1 })
  },
)

const refuses = (headers: Record<string, string>): RequestListener => {
  const body = '{"error":"Not logged in","code":"unauthorized"}'
  return (_request, response) =>
    void response
      .writeHead(401, {
        ...headers,
        'content-type': 'application/json',
        'content-length': body.length,
        'x-kind': 'test',
      })
      .end(body)
}

test.each(['GET', 'POST'] as const)(
  'a %s whose token a service refuses is answered as one to a service that is unavailable',
  async (method) => {
    const { status, headers, text } = await ask(method, refuses({ [tokenRefusedHeader]: '2026-01-15T09:10:00.000Z' }))
    expect(status).toBe(503)
    expect(JSON.parse(text)).toMatchObject({ code: 'unavailable' })
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(text))
    expect(headers.get('retry-after')).toBe('1')
    expect(headers.get('cache-control')).toBe('no-store')
    expect([tokenRefusedHeader, 'x-kind'].filter((name) => headers.has(name))).toEqual([])
  },
)

test('a 401 of a service’s own comes as it was sent', async () => {
  expect(await ask('POST', refuses({}))).toMatchObject({ status: 401, text: expect.stringContaining('unauthorized') })
})

test('a session that account hands over goes out as a cookie alone, and headers of its connection not at all', async () => {
  const { headers } = await ask(
    'POST',
    (_request, response) =>
      void response
        .writeHead(200, { [sessionHeader]: 'a-new-session', 'proxy-authenticate': 'Basic', 'x-kind': 'test' })
        .end(),
    '/api/auth/login',
  )
  expect(headers.getSetCookie()[0]).toMatch(/^utter_session=a-new-session;.*HttpOnly/)
  expect([...headers].filter(([name, value]) => name !== 'set-cookie' && value.includes('a-new-session'))).toEqual([])
  expect([headers.get('proxy-authenticate'), headers.get('x-kind')]).toEqual([null, 'test'])
})

test.each([
  [{ 'xi-api-key': 'utter_secret' }, ''],
  [{}, undefined],
])('of the headers %j a service is told that ElevenLabs’ clients ask, and no key', async (headers, expected) => {
  const tell: RequestListener = (request, response) => void response.end(JSON.stringify(request.headers))
  const { text } = await ask('GET', tell, '/v1/models', headers)
  expect(JSON.parse(text)['xi-api-key']).toBe(expected)
  expect(text).not.toContain('secret')
})

test('a read is retried once when its connection breaks, and nothing else is', async () => {
  let isFirst = true
  const breaksOnce: RequestListener = (request, response) => {
    if (!isFirst) return void response.end('here')
    isFirst = false
    request.socket.destroy()
  }
  expect(await ask('GET', breaksOnce)).toMatchObject({ status: 200, text: 'here', asked: 2 })
  expect(await ask('GET', breaksOff)).toMatchObject({ status: 503, asked: 2 })
  expect(await ask('POST', breaksOff)).toMatchObject({ status: 503, asked: 1 })
})

test.each([10, 64 * 1024, 64 * 1024 + 1, 1_000_000])('an answer of %i bytes comes as it was sent', async (size) => {
  const body = 'ä'.repeat(size / 2)
  const send: RequestListener = (_request, response) =>
    void response.writeHead(200, { 'content-length': Buffer.byteLength(body), 'x-kind': 'test' }).end(body)
  const answer = await ask('GET', send)
  expect(answer.headers.get('x-kind')).toBe('test')
  expect(answer.text === body).toBe(true)
})
