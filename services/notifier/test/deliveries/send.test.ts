import type { LookupAddress } from 'node:dns'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Resolve } from '../../src/deliveries/public-lookup.ts'
import { createSend } from '../../src/deliveries/send.ts'
import { type Answer, openReceiver } from '../support/open-receiver.ts'

const addressesOf = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
const leadingTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addressesOf(...addresses)
const notPublic = { status: null, error: 'The address is not public' }
const strict = (resolve: Resolve) => createSend({ resolve, allowPrivate: false, limitMs: 600 })

test.each([
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://0x7f000001:PORT/',
  'http://2130706433:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://0:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://10.0.0.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/',
  'http://224.0.0.1/',
  'http://localhost:PORT/',
])('a literal address is refused when connecting, however it was let in: %s', async (url) => {
  await using receiver = await openReceiver()
  const send = strict(leadingTo('127.0.0.1'))
  expect(await send(url.replace('PORT', String(receiver.port)), {}, '{}')).toMatchObject(notPublic)
  expect(receiver.received).toEqual([])
})

test.each([
  ['127.0.0.1'],
  ['10.0.0.1'],
  ['172.16.0.1'],
  ['192.168.1.1'],
  ['100.64.0.1'],
  ['169.254.169.254'],
  ['168.63.129.16'],
  ['0.0.0.0'],
  ['224.0.0.1'],
  ['255.255.255.255'],
  ['::1'],
  ['::'],
  ['::ffff:127.0.0.1'],
  ['::ffff:7f00:1'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::'],
  ['fe80::1'],
  ['fc00::1'],
  ['ff02::1'],
  ['93.184.216.34', '127.0.0.1'],
])('a name that leads to %s %s is refused when connecting', async (...addresses) => {
  expect(await strict(leadingTo(...addresses))('http://hooks.example/', {}, '{}')).toMatchObject(notPublic)
})

test('a name that changes its address is refused from then on: each connection resolves it anew', async () => {
  await using receiver = await openReceiver()
  let present = addressesOf('203.0.114.1')
  const send = strict(async () => present)
  // Nothing of ours answers there, or nothing at all: that it was tried is what matters.
  expect((await send(`http://hooks.example:${receiver.port}/`, {}, '{}')).error).not.toBe(notPublic.error)
  present = addressesOf('127.0.0.1')
  expect(await send(`http://hooks.example:${receiver.port}/`, {}, '{}')).toMatchObject(notPublic)
  expect(receiver.received).toEqual([])
})

test('the connection goes to the address that was checked, and the name is resolved once for it', async () => {
  await using receiver = await openReceiver()
  let lookups = 0
  const send = createSend({
    allowPrivate: true,
    limitMs: 600,
    resolve: async () => {
      lookups++
      return addressesOf('127.0.0.1')
    },
  })
  expect(await send(`http://hooks.example:${receiver.port}/a?b=c`, { 'webhook-id': 'm' }, '{"ä":1}')).toMatchObject({
    status: 200,
    error: null,
    answer: 'thank you',
  })
  expect(lookups).toBe(1)
  expect(receiver.received).toMatchObject([
    { body: '{"ä":1}', headers: { host: `hooks.example:${receiver.port}`, 'webhook-id': 'm', connection: 'close' } },
  ])
})

test('no proxy of the environment is used', async () => {
  await using proxy = await openReceiver()
  await using receiver = await openReceiver()
  const names = ['http_proxy', 'HTTP_PROXY', 'NODE_USE_ENV_PROXY'] as const
  for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy.port}`
  try {
    const send = createSend({ allowPrivate: true, resolve: leadingTo('127.0.0.1') })
    expect(await send(receiver.url, {}, '{}')).toMatchObject({ status: 200 })
    expect(proxy.received).toEqual([])
  } finally {
    for (const name of names) delete process.env[name]
  }
})

describe('the status decides a try, and of the body what came in time is kept', () => {
  const send = createSend({ allowPrivate: true, resolve: leadingTo('127.0.0.1'), limitMs: 300 })
  const begun = (code: number, then: (response: ServerResponse) => unknown): Answer => {
    return (response) => {
      response.writeHead(code, { 'content-length': '100' }).write('ten bytes.', () => then(response))
    }
  }
  const dripping = (response: ServerResponse) => {
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  }
  test.each([
    ['is closed', (response: ServerResponse) => response.socket?.end()],
    ['is reset', (response: ServerResponse) => response.socket?.resetAndDestroy()],
    ['never ends', () => {}],
    ['comes byte by byte', dripping],
  ])('where the body %s', async (_name, then) => {
    await using receiver = await openReceiver(begun(200, then))
    expect(await send(receiver.url, {}, '{}')).toMatchObject({ status: 200, error: null })
    receiver.answers(begun(503, then))
    const refused = await send(receiver.url, {}, '{}')
    expect(refused).toMatchObject({ status: 503, error: 'The receiver answered 503' })
    expect(refused.answer).toMatch(/^ten bytes\./)
    expect(refused.ms).toBeLessThan(1_000)
  })

  test('chunks that break off', async () => {
    await using receiver = await openReceiver((response) => {
      response.writeHead(202, { 'retry-after': '7' }).write('ten bytes.', () => response.socket?.destroy())
    })
    expect(await send(receiver.url, {}, '{}')).toMatchObject({ status: 202, answer: 'ten bytes.', retryAfter: '7' })
    receiver.answers((response) => response.writeHead(202).write('ten bytes.', () => response.socket?.end('nonsense')))
    expect(await send(receiver.url, {}, '{}')).toMatchObject({ status: 202, error: null })
  })

  test('a head that is cut off is no answer', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.end('HTTP/1.1 200 OK\r\ncontent-le', () => socket.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    expect(await send(`http://127.0.0.1:${port}/`, {}, '{}')).toMatchObject({ status: null, answer: '' })
    await new Promise((resolve) => server.close(resolve))
  })
})

test('a name that is not found, and one whose resolution fails, are tries that failed', async () => {
  const error = 'The name of the host was not found'
  expect(await strict(async () => [])('http://hooks.example/', {}, '{}')).toMatchObject({ status: null, error })
  const failing = async () => Promise.reject(new Error('SERVFAIL'))
  expect(await strict(failing)('http://hooks.example/', {}, '{}')).toMatchObject({ status: null, error })
})

test('a resolution that hangs, a server that does not speak HTTP, and one whose certificate is none of its name', async () => {
  const hanging = await strict(() => new Promise<never>(() => {}))('http://hooks.example/', {}, '{}')
  expect(hanging).toMatchObject({ status: null, error: 'No answer came within 0.6 s' })
  expect(hanging.ms).toBeLessThan(1_000)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end('220 mail.example ESMTP\r\n', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const send = createSend({ allowPrivate: true, resolve: leadingTo('127.0.0.1'), limitMs: 600 })
  expect(await send(`http://127.0.0.1:${port}/`, {}, '{}')).toMatchObject({ error: 'The answer is not HTTP' })
  expect((await send(`https://127.0.0.1:${port}/`, {}, '{}')).status).toBeNull()
  await new Promise((resolve) => server.close(resolve))
})
