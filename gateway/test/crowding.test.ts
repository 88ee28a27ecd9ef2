import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '@utter/testing/eventually'
import { afterEach, expect, test } from 'vitest'
import { type Gateway, openGateway, read, statusOf } from './support/open-gateway.ts'

let gateway: Gateway
afterEach(() => gateway[Symbol.asyncDispose]())

/** The head of a write whose body never comes. */
const silent = (path: string, headers: Record<string, string> = {}) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}Transfer-Encoding: chunked\r\n\r\n`
const get = (path: string, headers: Record<string, string> = {}) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
const head = /\r\n\r\n/

test('six hundred silent requests of one address block no destination: another address and an account are served', async () => {
  gateway = await openGateway({ CONNECTIONS_PER_ADDRESS: '2000' })
  const account = gateway.createKey()
  for (let i = 0; i < 600; i++) gateway.connect('127.0.0.2').write(silent('/api/voices'))
  const refused = await eventually('the next of that address is refused', async () => {
    const answer = await gateway.raw(get('/api/voices'), { from: '127.0.0.2', until: /}$/ })
    return statusOf(answer) !== 200 && answer
  })
  expect(refused).toMatch(/^HTTP\/1\.1 429 .*\r\nretry-after: 1\r\n.*too_many_at_once/s)
  expect(statusOf(await gateway.raw(get('/api/voices'), { from: '127.0.0.3', until: head }))).toBe(200)
  expect(statusOf(await gateway.raw(get('/api/voices', account.headers), { from: '127.0.0.2', until: head }))).toBe(200)
})

test('one account has so many requests in flight with all its keys and addresses, and its streams are not counted', async () => {
  gateway = await openGateway({ REQUESTS_PER_ACCOUNT: '3' })
  const [crowd, other] = [gateway.createKey(), gateway.createKey()]
  gateway.behaves((_request, response) => void response.writeHead(200).write('started'))
  const stream = () => gateway.raw(get('/api/events', crowd.headers), { until: head })
  for (let i = 0; i < 4; i++) expect(statusOf(await stream())).toBe(200)
  const held = Array.from({ length: 3 }, (_, i) => gateway.connect(`127.0.0.${i + 2}`))
  for (const socket of held) {
    socket.write(get('/api/jobs', crowd.headers))
    await read(socket, head)
  }
  const next = () => gateway.raw(get('/api/jobs', crowd.headers), { until: head })
  expect(await next()).toMatch(/^HTTP\/1\.1 429 .*\r\nretry-after: 1\r\n/s)
  expect(statusOf(await gateway.raw(get('/api/jobs', other.headers), { until: head }))).toBe(200)
  held[0]?.destroy()
  await eventually('its place is given back', async () => statusOf(await next()) === 200)
})

test('clients that leave, at whatever moment, release their slots', async () => {
  gateway = await openGateway({ REQUESTS_PER_ACCOUNT: '3', REQUESTS_PER_ADDRESS: '3' })
  const account = gateway.createKey()
  let inFlight = 0
  gateway.behaves((_request, response) => {
    inFlight++
    response.on('close', () => inFlight--)
    response.writeHead(200).write('started')
  })
  for (const headers of [account.headers, {}]) {
    for (let afterMs = 0; afterMs < 30; afterMs++) {
      const socket = gateway.connect()
      socket.write(get('/api/jobs', headers))
      await pause(afterMs / 3)
      socket.destroy()
    }
    await eventually('nobody is there any more', () => inFlight === 0)
    const held = Array.from({ length: 3 }, () => gateway.connect())
    for (const socket of held) socket.write(get('/api/jobs', headers))
    await eventually('all three slots are taken again', () => inFlight === 3)
    expect(statusOf(await gateway.raw(get('/api/jobs', headers), { until: head }))).toBe(429)
    for (const socket of held) socket.destroy()
  }
})

test('a sender is authenticated before its body is read: a made-up key is refused while its body has not come', async () => {
  gateway = await openGateway()
  const answer = await gateway.raw(silent('/api/tts', { Authorization: 'Bearer utter_nobody' }), { until: head })
  expect(statusOf(answer)).toBe(401)
})

test('a visitor’s body for what only accounts may do is not waited for', async () => {
  gateway = await openGateway()
  for (const path of ['/api/tts', '/api/reply', '/api/chat'])
    expect(statusOf(await gateway.raw(silent(path), { until: head }))).toBe(401)
  expect(gateway.asked).toEqual([])
})

test.each([
  ['chunked', 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n'],
  ['of a declared length', 'Content-Length: 100\r\n\r\n{"a":'],
])('a body that does not come, %s, is given up by 408, and its service is never asked', async (_name, rest) => {
  gateway = await openGateway({}, { bodyMs: 300 })
  const request = `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${rest}`
  const answer = await gateway.raw(request, { until: /}$/ })
  expect(answer).toMatch(/^HTTP\/1\.1 408 .*\r\nconnection: close\r\n.*"code":"body_timeout"/is)
  expect(gateway.asked).toEqual([])
})

test('a body in pieces arrives whole', async () => {
  gateway = await openGateway()
  const bodies: string[] = []
  gateway.behaves((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      bodies.push(`${request.headers['content-length']} ${body}`)
      response.end('{}')
    })
  })
  const socket = gateway.connect()
  socket.write(silent('/api/auth/login'))
  for (const piece of ['5\r\n{"a":\r\n', '2\r\n1}\r\n', '0\r\n\r\n']) {
    socket.write(piece)
    await pause(20)
  }
  expect(statusOf(await read(socket, head))).toBe(200)
  expect(bodies).toEqual(['7 {"a":1}'])
})

test('a response that the client does not read is cut off; one that is read slowly, and one that is silent, go on', async () => {
  gateway = await openGateway({}, { stallMs: 600 })
  const mebibyte = Buffer.alloc(1024 * 1024)
  let isClosed = false
  gateway.behaves((request, response) => {
    if (request.url === '/audio/silent') return void response.writeHead(200).write('started')
    response.writeHead(200, { 'content-length': 60 * mebibyte.length })
    response.on('close', () => {
      isClosed ||= request.url === '/audio/stalled'
    })
    const more = () => {
      while (!response.destroyed && response.write(mebibyte)) {}
    }
    response.on('drain', more)
    more()
  })
  const [stalled, slow, quiet] = [gateway.connect(), gateway.connect(), gateway.connect()]
  quiet.write(get('/audio/silent'))
  await read(quiet, /started/)
  slow.write(get('/audio/slow'))
  slow.pause()
  stalled.write(get('/audio/stalled'))
  stalled.pause()
  let taken = 0
  const takes = setInterval(() => {
    taken += (slow.read(512 * 1024) ?? slow.read() ?? Buffer.alloc(0)).length
  }, 50)
  await eventually('the stalled one is cut off', () => isClosed)
  const before = taken
  await eventually('the slow one goes on', () => taken > before + mebibyte.length)
  clearInterval(takes)
  expect([quiet.destroyed, slow.destroyed]).toEqual([false, false])
})

test('one address has so many connections, and others connect all the same', async () => {
  gateway = await openGateway({ CONNECTIONS_PER_ADDRESS: '5' })
  const held = Array.from({ length: 5 }, () => gateway.connect('127.0.0.2'))
  await Promise.all(held.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  expect(await gateway.raw(get('/api/voices'), { from: '127.0.0.2', until: head })).toBe('')
  expect(statusOf(await gateway.raw(get('/api/voices'), { from: '127.0.0.3', until: head }))).toBe(200)
  held[0]?.destroy()
  await eventually('the next is taken', async () => {
    return statusOf(await gateway.raw(get('/api/voices'), { from: '127.0.0.2', until: head })) === 200
  })
})

test('connections of a trusted proxy are as many as it wants', async () => {
  gateway = await openGateway({ CONNECTIONS_PER_ADDRESS: '2', TRUSTED_PROXIES: '127.0.0.2/32' })
  const held = Array.from({ length: 5 }, () => gateway.connect('127.0.0.2'))
  await Promise.all(held.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  expect(statusOf(await gateway.raw(get('/api/voices'), { from: '127.0.0.2', until: head }))).toBe(200)
})
