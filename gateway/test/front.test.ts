import type { IncomingMessage } from 'node:http'
import { credentialKey, revokedMark } from '@utter/contracts/credential'
import { identityHeader } from '@utter/http/identity'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { afterEach, describe, expect, test } from 'vitest'
import { deviceHash } from '../src/cookies/device.ts'
import { openGateway, read, statusOf } from './support/open-gateway.ts'

const gateway = await closedAfterAll(
  openGateway({ PUBLIC_URL: 'https://utter.example', ALLOWED_HOSTS: 'voice.example, other.example' }),
)

afterEach(() => gateway.behaves())

const head = /\r\n\r\n/
const whole = /\r\n\r\n.*\}/s
const json = { 'content-type': 'application/json' }
const ask = (path: string, init: RequestInit = {}) => fetch(gateway.url + path, init)
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  ask(path, { method: 'POST', body, headers: { ...json, ...headers } })

describe('a body has the size that its route needs', () => {
  test.each([
    ['/api/auth/login', 8],
    ['/api/auth/update-email', 8],
    ['/api/chat', 32],
    ['/api/tts', 128],
    ['/api/reply', 128],
    ['/api/jobs/1/retry', 128],
    ['/api/plans', 16],
  ])('%s: %i KiB', async (path, kibibytes) => {
    const { headers } = gateway.createKey()
    const sized = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`
    expect((await post(path, sized(kibibytes * 1024), headers)).status).toBe(200)
    gateway.asked.length = 0
    for (const body of [sized(kibibytes * 1024 + 1), new Blob([sized(kibibytes * 1024 + 1)]).stream()]) {
      const init = { method: 'POST', headers: { ...json, ...headers }, body, duplex: 'half' } as RequestInit
      const answer = await ask(path, init)
      expect([answer.status, await answer.json()]).toMatchObject([
        413,
        { code: 'body_too_large', error: 'The request body is too large' },
      ])
    }
    expect(gateway.asked).toEqual([])
  })
})

describe('a write from another site', () => {
  test.each(['/api/auth/logout', '/api/auth/login', '/api/tts'])(
    'is refused though no cookie came with it: %s',
    async (path) => {
      const answer = await post(path, '{}', { 'sec-fetch-site': 'cross-site' })
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'cross_site' }])
    },
  )
  test('is none of a key’s matters, which no browser adds by itself', async () => {
    const { headers } = gateway.createKey()
    expect((await post('/api/tts', '{}', { ...headers, origin: 'https://a.example' })).status).toBe(200)
  })
})

test.each(['*', '//x', '/docs/../x', '/docs/%2e%2e/x', '//utter.example/api/plans'])(
  '%s is no path: 404',
  async (path) => {
    const answer = await gateway.raw(`GET ${path} HTTP/1.1\r\nHost: utter.example\r\n\r\n`, { until: whole })
    expect(statusOf(answer)).toBe(404)
  },
)

test('a service that was taken over hands out no session, no cookie and no policy; account alone a session', async () => {
  gateway.behaves((_request, response) => {
    const cookie = '__Host-utter_session=planted; Secure; Path=/'
    const policy = "script-src 'unsafe-inline'"
    const headers = { 'x-utter-session': 'planted', 'set-cookie': cookie, 'content-security-policy': policy }
    response.writeHead(200, { ...headers, 'clear-site-data': '"*"' }).end('{}')
  })
  for (const path of ['/api/voices', '/api/plans', '/api/jobs', '/api/referrals/stats']) {
    const { headers } = await ask(path)
    expect([headers.getSetCookie(), headers.get('x-utter-session'), headers.get('clear-site-data')]).toEqual([
      [],
      null,
      null,
    ])
    if (path !== '/api/plans') expect(headers.get('content-security-policy')).not.toContain('unsafe-inline')
  }
  const own = await ask('/api/auth/login', { method: 'POST' })
  expect(own.headers.getSetCookie()[0]).toMatch(/^__Host-utter_session=planted; Max-Age/)
  expect(own.headers.get('permissions-policy')).toContain('microphone=()')
})

test('who logs out leaves nothing in the cache of the browser', async () => {
  gateway.behaves((_request, response) => void response.writeHead(200, { 'x-utter-session': '' }).end('{}'))
  const headers = { cookie: '__Host-utter_session=abc' }
  expect((await ask('/api/auth/logout', { method: 'POST', headers })).headers.get('clear-site-data')).toBe('"cache"')
})

describe('what calls other people’s machines has a rate of its own, by account', () => {
  test.each([
    ['tests of a webhook', '/api/settings/webhook/test', 10],
    ['tests, however they are spelt', '/api/settings/webhook/t%65st', 10],
    ['webhooks that are sent again', '/api/webhooks/deliveries/1/resend', 60],
  ])('%s', async (_name, path, max) => {
    const [own, other] = [gateway.createKey(), gateway.createKey()]
    const send = async ({ headers }: typeof own) => (await post(path, '{}', headers)).status
    const statuses = await Promise.all(Array.from({ length: max + 5 }, () => send(own)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(max)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect(await send(other)).toBe(200)
    expect((await ask('/api/webhooks/deliveries', own)).status).toBe(200)
  })
})

test('the cookie is forgotten only where one came', async () => {
  gateway.behaves((_request, response) => void response.writeHead(200, { 'x-utter-session': '' }).end())
  const leave = (headers: Record<string, string>) => ask('/api/auth/logout', { method: 'POST', headers })
  expect((await leave({})).headers.getSetCookie()).toEqual([])
  expect((await leave({ cookie: '__Host-utter_session=abc' })).headers.getSetCookie()).toEqual([
    expect.stringContaining('Max-Age=0'),
  ])
})

describe('the device cookie', () => {
  const deviceOf = (request: IncomingMessage | undefined) => {
    const claims = String(request?.headers[identityHeader]).split('.')[1] ?? ''
    return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { device?: string }).device
  }
  const enter = async (path: string, headers: Record<string, string> = {}) => {
    gateway.asked.length = 0
    const answer = await ask(path, { method: 'POST', headers })
    return { cookies: answer.headers.getSetCookie(), device: deviceOf(gateway.asked[0]) }
  }
  const given = (cookies: string[]) =>
    /^__Host-utter_device=([\w-]{43}); Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/.exec(
      cookies[1] ?? '',
    )?.[1]

  test.each(['/api/auth/signup', '/api/auth/login'])('is set with the session by %s, and kept', async (path) => {
    gateway.behaves((_request, response) => void response.writeHead(200, { 'x-utter-session': 'new' }).end())
    const first = await enter(path)
    const cookie = given(first.cookies) ?? ''
    expect([first.cookies.length, first.device]).toEqual([2, deviceHash(cookie)])
    // The next account of this browser, with a year from then on.
    const second = await enter(path, { cookie: `a=b; __Host-utter_device=${cookie}` })
    expect([given(second.cookies), second.device]).toEqual([cookie, first.device])
    expect(given((await enter(path)).cookies)).not.toBe(cookie)
  })
  test.each(['', 'short', 'x'.repeat(44), '<'.repeat(43)])('that is not ours, %j, is replaced', async (value) => {
    gateway.behaves((_request, response) => void response.writeHead(200, { 'x-utter-session': 'new' }).end())
    const { cookies } = await enter('/api/auth/login', { cookie: `__Host-utter_device=${value}` })
    expect(given(cookies)).toMatch(/^[\w-]{43}$/)
  })
  test('is set for nobody who does not log in, and handed to no other service', async () => {
    const cookie = `__Host-utter_device=${'x'.repeat(43)}`
    const refused = await enter('/api/auth/login', { cookie })
    expect([refused.cookies, refused.device]).toEqual([[], deviceHash('x'.repeat(43))])
    expect((await ask('/api/plans', { headers: { cookie } })).headers.getSetCookie()).toEqual([])
    expect(deviceOf(gateway.asked.at(-1))).toBeUndefined()
  })
})

test('what means something only between a service and us goes no further', async () => {
  gateway.behaves((_request, response) => {
    response.writeHead(200, {
      'keep-alive': 'timeout=75',
      te: 'x',
      'proxy-authenticate': 'x',
      upgrade: 'x',
      'x-kind': 'y',
    })
    response.end('{}')
  })
  const socket = gateway.connect()
  socket.write('GET /api/plans HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  const answer = await read(socket)
  expect(answer).toMatch(/\r\nx-kind: y\r\n/)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(answer).not.toMatch(/\r\n(te|proxy-authenticate|upgrade|keep-alive):/i)
})

test('a client that waits for leave to send its body gets it, and its answer', async () => {
  const socket = gateway.connect()
  socket.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
  )
  expect(await read(socket, head)).toMatch(/^HTTP\/1\.1 100 Continue/)
  socket.write('{}')
  expect(statusOf(await read(socket, head))).toBe(200)
})

test('responses of the API are no-store, unless their service sets a cache-control of its own', async () => {
  const cacheOf = async (path: string) => (await ask(path)).headers.get('cache-control')
  expect(await cacheOf('/api/auth/me')).toBe('no-store')
  expect(await cacheOf('/api/nothing')).toBe('no-store')
  gateway.behaves((_request, response) => void response.writeHead(200, { 'cache-control': 'private' }).end())
  expect(await cacheOf('/audio/1.mp3')).toBe('private')
  expect(await cacheOf('/api/voices')).toBe('private')
})

describe('a body whose content type is not JSON is refused here', () => {
  test.each(['text/plain;charset=application/json', 'application/x-www-form-urlencoded', 'application/jsonx', ''])(
    '%s',
    async (type) => {
      gateway.asked.length = 0
      const init = { method: 'POST', headers: { 'content-type': type }, body: new TextEncoder().encode('{}') }
      const answer = await ask('/api/auth/login', init)
      expect([answer.status, await answer.json()]).toMatchObject([415, { code: 'unsupported_media_type' }])
      expect(gateway.asked).toEqual([])
    },
  )
  test.each(['application/json', 'Application/JSON; charset=utf-8'])('%s passes', async (type) => {
    expect((await post('/api/auth/login', '{}', { 'content-type': type })).status).toBe(200)
  })
})

test('a write without a body passes, whatever type it names, in chunks too', async () => {
  gateway.asked.length = 0
  for (const type of ['application/json', 'text/plain', 'nonsense'])
    expect((await ask('/api/auth/logout', { method: 'POST', headers: { 'content-type': type } })).status).toBe(200)
  const chunked = `POST /api/auth/logout HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n`
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
    expect(statusOf(await gateway.raw(`${chunked}Content-Type: ${type}\r\n\r\n0\r\n\r\n`, { until: head }))).toBe(200)
  const get = 'GET /api/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nabc'
  expect(statusOf(await gateway.raw(get, { until: head }))).toBe(200)
  expect(gateway.asked).toHaveLength(7)
})

test('dots are refused in a path, and are free in what is searched for', async () => {
  for (const query of ['a/./b', '/../x', 'x/..', '..']) {
    expect((await ask(`/api/jobs?q=${query}`)).status).toBe(200)
  }
  for (const path of ['/api/jobs/%2e%2e/x', '/api/jobs/..%2fx', '/api/jobs/%2e%2e?q=1']) {
    expect(statusOf(await gateway.raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`, { until: head }))).toBe(404)
  }
})

describe('a host', () => {
  test.each([
    ['utter.example', 200],
    ['UTTER.example:443', 200],
    ['voice.example', 200],
    ['other.example:8443', 200],
    ['localhost:3000', 200],
    ['127.0.0.1', 200],
    ['127.8.8.8:80', 200],
    ['[::1]:8080', 200],
    ['evil.example', 421],
    ['utter.example.evil.example', 421],
    ['localhost.evil.example', 421],
    ['10.0.0.1', 421],
    ['utter.example@evil.example', 421],
  ])('%s: %i', async (host, status) => {
    for (const path of ['/api/voices', '/']) {
      const answer = await gateway.raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, { until: head })
      expect([path, statusOf(answer)]).toEqual([path, status])
    }
  })
  test('that stands twice is a fault', async () => {
    const answer = await gateway.raw('GET /api/voices HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n\r\n', {
      until: whole,
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_request"/s)
  })
})

test.each([
  ['no HTTP at all', 'nonsense\r\n\r\n', 400],
  ['headers without an end', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  [
    'two lengths',
    'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
  ],
])('%s is refused in the one shape, with the headers of every answer', async (_name, request, status) => {
  const answer = await gateway.raw(request)
  expect(statusOf(answer)).toBe(status)
  expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i)
  expect(answer).toMatch(/\r\ncache-control: no-store\r\n/i)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
    error: expect.any(String),
    code: expect.any(String),
    requestId: expect.any(String),
  })
})

describe('a made-up credential', () => {
  const invented = () => ({ cookie: `__Host-utter_session=${crypto.randomUUID()}` })
  test('is looked up once, then known for a while to be none', async () => {
    const headers = invented()
    gateway.lookups.length = 0
    for (let i = 0; i < 5; i++) await ask('/api/plans', { headers })
    expect(gateway.lookups).toHaveLength(1)
  })
  test('is looked up once for all who come with it at once', async () => {
    const headers = invented()
    gateway.lookups.length = 0
    await Promise.all(Array.from({ length: 20 }, () => ask('/api/plans', { headers })))
    expect(gateway.lookups).toHaveLength(1)
  })
  test('is not looked up at all for an address that is over its limit', async () => {
    await using strict = await openGateway({ READS_PER_MINUTE: '3', TRUSTED_PROXIES: '127.0.0.1' })
    const from = { 'x-forwarded-for': `10.1.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}` }
    const statuses = []
    for (let i = 0; i < 6; i++)
      statuses.push(
        (
          await fetch(`${strict.url}/api/plans`, {
            headers: { ...from, ...invented(), cookie: `utter_session=${crypto.randomUUID()}` },
          })
        ).status,
      )
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429])
    expect(strict.lookups).toHaveLength(3)
  })
})

test('visitors of one IPv6 network are one visitor, those of two are two', async () => {
  await using strict = await openGateway({ READS_PER_MINUTE: '2', TRUSTED_PROXIES: '127.0.0.1' })
  const network = `2001:db8:${Math.floor(Math.random() * 65_535).toString(16)}:${Math.floor(Math.random() * 65_535).toString(16)}`
  const visit = async (address: string) =>
    (await fetch(`${strict.url}/api/plans`, { headers: { 'x-forwarded-for': address } })).status
  expect(await Promise.all([1, 2].map((i) => visit(`${network}::${i}`)))).toEqual([200, 200])
  expect(await visit(`${network}:ffff:ffff:ffff:ffff`)).toBe(429)
  expect(await visit(`${network.slice(0, -1)}::1`)).toBe(200)
})

test('a key that may submit nothing uses nothing of its owner’s rate', async () => {
  const reading = gateway.createKey(['jobs:read'], 1)
  const statuses = []
  for (let i = 0; i < 3; i++) statuses.push((await post('/api/tts', '{}', reading.headers)).status)
  expect(statuses).toEqual([200, 200, 200])
  expect(await gateway.redis.exists(`rate:spend:${reading.credential.userId}`)).toBe(0)
})

test('HEAD of a stream is answered at once', async () => {
  const { headers } = gateway.createKey()
  gateway.behaves(() => {})
  for (const path of ['/api/events', '/api/events/1']) {
    const answer = await ask(path, { method: 'HEAD', headers, signal: AbortSignal.timeout(5_000) })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
  }
})

test('streams end soon after their key is revoked, and the others are checked on', async () => {
  const checks: string[] = []
  await using quick = await openGateway({}, { checkEveryMs: 50 })
  const get = quick.ownRedis.get.bind(quick.ownRedis)
  quick.ownRedis.get = ((key: string) => {
    checks.push(key)
    return get(key)
  }) as never
  quick.behaves(
    (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': \n\n'),
  )
  const [leaving, staying] = [quick.createKey(), quick.createKey()]
  const copy = ({ hash, credential }: typeof leaving) =>
    quick.redis.set(credentialKey(hash), JSON.stringify(credential), 'EX', 60)
  await Promise.all([copy(leaving), copy(staying)])
  const open = async ({ headers }: typeof leaving) => {
    const { body } = await fetch(`${quick.url}/api/events`, { headers })
    const stream = { ended: false, isBrokenOff: false }
    void body
      ?.pipeTo(new WritableStream())
      .catch(() => {
        stream.isBrokenOff = true
      })
      .finally(() => {
        stream.ended = true
      })
    return stream
  }
  const streams = await Promise.all([leaving, leaving, staying].map(open))
  await quick.redis.set(credentialKey(leaving.hash), revokedMark, 'EX', 60)
  await eventually('both of its streams end', () => streams[0]?.ended && streams[1]?.ended)
  expect(streams.map(({ isBrokenOff }) => isBrokenOff)).toEqual([false, false, false])
  const checksOfStaying = () => checks.filter((key) => key === credentialKey(staying.hash)).length
  const before = checksOfStaying()
  await eventually('it is checked again', () => checksOfStaying() > before + 1)
  expect(streams[2]?.ended).toBe(false)
  // A credential without a copy is looked up at account, and its stream stays while it is valid.
  await quick.redis.del(credentialKey(staying.hash))
  await eventually('account is asked', () => quick.lookups.includes(staying.hash))
  expect(streams[2]?.ended).toBe(false)
})

test('a revoked key is refused by each of two gateways at once, though both have just used it', async () => {
  await using one = await openGateway()
  await using two = await openGateway()
  const { headers, hash } = one.createKey()
  const statuses = async () => {
    const answers = await Promise.all([one, two, one, two].map(({ url }) => fetch(`${url}/api/jobs`, { headers })))
    return answers.map(({ status }) => status)
  }
  await fetch(`${one.url}/api/jobs`, { headers })
  expect(await statuses()).toEqual([200, 200, 200, 200])
  // As account does before it answers a revocation.
  await one.redis.set(credentialKey(hash), revokedMark, 'EX', 60)
  expect(await statuses()).toEqual([401, 401, 401, 401])
})
