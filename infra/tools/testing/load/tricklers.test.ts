import { setTimeout as pause } from 'node:timers/promises'
import { identityHeader } from '@utter/http/identity'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { eventually } from '@utter/testing/eventually'
import { openTrickler, type Trickler } from '@utter/testing/faults/trickler'
import { processesOf, testOperator, testSigner, testTarget } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { type Replica, startReplica } from '@utter/testing/setup/replica'
import pMap from 'p-map'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const { url } = ownPlatform()
const accountCount = 40
/** STREAMS_PER_ACCOUNT. */
const streamsPerAccount = 50
/** Memory of the gateway for each open connection, with its own to a service. */
const maxBytesEach = 128 * 1024
/** The server looks every 5 s for those whose time is over: 10 s for a head, 10 s for a body at the gateway, 15 s at a service. */
const givenUpMs = { gateway: 10_000 + 2 * 5_000 + 2_000, service: 15_000 + 2 * 5_000 + 2_000 }

let gateway: Replica
let neighbour: Customer
let audioUrl: string
const open: Trickler[] = []

beforeAll(async () => {
  // The limits of production, in a process that nobody has used.
  gateway = await startReplica('gateway', { CONNECTIONS_PER_ADDRESS: '256' })
  neighbour = await Customer.signUp(gateway.url)
  await (await testOperator()).setRate(neighbour.email, 10_000)
  const text = 'A sentence that is long enough to be read slowly. '.repeat(8)
  audioUrl = (await neighbour.finished(jobIdOf(await neighbour.speak(text)))).audioUrl ?? ''
})
afterEach(() => {
  for (const trickler of open.splice(0)) trickler[Symbol.dispose]()
})
afterAll(() => gateway[Symbol.asyncDispose]())

async function dial(from: string, begin: string, rest = '', to = gateway.url): Promise<Trickler> {
  const trickler = await openTrickler({ url: to, from, begin, rest })
  open.push(trickler)
  return trickler
}
const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

const head = (start: string, headers: Record<string, string | number>): string =>
  `${start} HTTP/1.1\r\nhost: localhost\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
const body = { 'content-type': 'application/json', 'content-length': 4_000 }

async function metric(name: string, privateUrl = gateway.privateUrl): Promise<number> {
  const text = await (await fetch(`${privateUrl}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? 0)
}

// A busy machine refuses some early, which come again.
const join = () => eventually('somebody signs up', () => Customer.signUp(url))

/** Somebody reads, opens pages and submits: each of it succeeds. */
async function expectServed(rounds: number): Promise<void> {
  const careful = new RetryingCustomer(neighbour)
  for (let round = 0; round < rounds; round++) {
    for (const path of ['/api/jobs/recent', '/']) {
      const { status, body } = await neighbour.get(path)
      expect([path, status, status === 200 || body]).toEqual([path, 200, true])
    }
    if (round % 8 === 0) await careful.submit('/api/tts', 'Yes.', 5_000)
    await pause(20)
  }
}

test('two thousand streams that do nothing, and hundreds who trickle: others are served, memory is bounded, and each trickler is sent away', async () => {
  const residentBefore = await metric('process_resident_memory_bytes')
  const crowd = await pMap(Array.from({ length: accountCount }), join, { concurrency: 4 })
  const streamOf = (customer: Customer, index: number) =>
    dial(`127.0.1.${index + 1}`, head('GET /api/events', { cookie: customer.headers.cookie ?? '' }))
  const opened = await pMap(
    crowd.flatMap((customer, index) => Array.from({ length: streamsPerAccount }, () => ({ customer, index }))),
    ({ customer, index }) => streamOf(customer, index),
    { concurrency: 25 },
  )
  const { privateUrl } = (await processesOf()).notifier ?? {}
  await eventually(
    'all are open',
    async () => (await metric('open_streams{kind="account"}', privateUrl)) >= opened.length,
  )
  const idle = new Set(opened)
  for (const stream of opened) void stream.ended.then(() => idle.delete(stream))
  // A stream more than an account may have.
  const [first] = crowd as [Customer]
  await (await testOperator()).setRate(first.email, 10_000)
  expect((await first.get('/api/events')).status).toBe(429)

  const stalledBefore = await metric('requests_refused_total{kind="stalled"}')
  const heads = times(100, () => dial('127.0.2.1', 'GET /api/plans HTTP/1.1\r\nhost: localhost\r\nx-slow: ', 'x'))
  const silent = times(50, () => dial('127.0.2.2', ''))
  const visitors = times(100, () => dial('127.0.2.3', head('POST /api/auth/login', body), '{"email": '))
  const cookie = first.headers.cookie ?? ''
  const spenders = times(100, () => dial('127.0.2.4', head('POST /api/reply', { ...body, cookie }), '{"userText": '))
  // Requests after each other on each connection: more bytes than the kernel's buffers take, and fewer connections than
  // an address may have at once.
  const readers = await times(7, () => dial('127.0.2.5', head(`GET ${audioUrl}`, {}).repeat(16)))
  for (const { socket } of readers) socket.pause()

  await expectServed(60)
  const tricklers = (await Promise.all([heads, silent, visitors, spenders])).flat()
  const ends = Promise.all(tricklers.map(({ ended }) => ended))
  const bytesEach = ((await metric('process_resident_memory_bytes')) - residentBefore) / open.length
  expect(bytesEach).toBeLessThan(maxBytesEach)
  for (const { answer, ms } of await ends) {
    expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/)
    expect(ms).toBeLessThan(givenUpMs.gateway)
  }
  await eventually(
    'those who do not read are cut off',
    async () => (await metric('requests_refused_total{kind="stalled"}')) === stalledBefore + readers.length,
  )
  await expectServed(20)
  expect(idle.size).toBe(opened.length)
})

describe('at the port of a service, past the gateway', () => {
  test('tricklers are sent away too, while others are served', async () => {
    const { urls } = await testTarget()
    const token = (await testSigner('gateway')).caller('jobs', {
      address: '127.0.0.1',
      identity: {
        userId: neighbour.user?.id ?? '',
        tier: 'free',
        signedUpAt: new Date().toISOString(),
        scopes: ['jobs:write'],
      },
    })
    const tricklers = (
      await Promise.all(
        ['jobs', 'notifier', 'account', 'speech'].flatMap((name) => {
          const to = urls[name] ?? ''
          const written = head('POST /api/tts', { ...body, [identityHeader]: token })
          return [
            times(50, () => dial('127.0.3.1', 'GET /health HTTP/1.1\r\nhost: localhost\r\nx-slow: ', 'x', to)),
            times(20, () => dial('127.0.3.2', '', '', to)),
            ...(name === 'jobs' ? [times(50, () => dial('127.0.3.3', written, '{"userText": ', to))] : []),
          ]
        }),
      )
    ).flat()
    await expectServed(40)
    for (const { answer, ms } of await Promise.all(tricklers.map(({ ended }) => ended))) {
      expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/)
      expect(ms).toBeLessThan(givenUpMs.service)
    }
  })
})
