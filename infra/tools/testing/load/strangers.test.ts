import { once } from 'node:events'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { eventually } from '@utter/testing/eventually'
import { type Replica, startReplica } from '@utter/testing/setup/replica'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

/** Another address of this machine: the gateway counts it as another visitor. */
const stranger = '127.0.0.66'
/** Two turns of the same machine differ by so much even without load. */
const noiseMs = 15

let gateway: Replica
let neighbour: Customer
let audioUrl: string
const sockets = new Set<Socket>()

beforeAll(async () => {
  // The limits of production; here everybody else comes from one address.
  gateway = await startReplica('gateway', { CONNECTIONS_PER_ADDRESS: '256', READS_PER_MINUTE: '1200' })
  neighbour = await Customer.signUp(gateway.url)
  const text = 'A sentence that is long enough to be read slowly. '.repeat(40)
  const job = await neighbour.finished(jobIdOf(await neighbour.speak(text)))
  audioUrl = job.audioUrl ?? ''
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})
afterAll(() => gateway[Symbol.asyncDispose]())

/** A connection of the stranger that sends this and takes nothing. */
async function dial(bytes = ''): Promise<Socket> {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect({ host: hostname, port: Number(port), localAddress: stranger })
  sockets.add(socket)
  socket.on('error', () => {})
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  if (bytes) socket.write(bytes)
  return socket
}

/** The median of the neighbour's requests, in ms; each must succeed. */
async function latency(count = 41): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const startedMs = performance.now()
    const { status } = await neighbour.get(i % 2 ? '/api/plans' : '/api/jobs/recent')
    times.push(performance.now() - startedMs)
    expect(status).toBe(200)
    await pause(20)
  }
  return times.sort((a, b) => a - b)[Math.floor(count / 2)] ?? 0
}

const chunked = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`

describe('another visitor is served as usual beside', () => {
  test.each<[string, () => Promise<unknown>]>([
    [
      '512 silent connections of one address',
      () => Promise.all(Array.from({ length: 512 }, () => dial(chunked('/api/voices')))),
    ],
    [
      '40 bodies that never end',
      () =>
        Promise.all(
          Array.from({ length: 40 }, () =>
            dial(`${chunked('/api/auth/login')}1f40\r\n${JSON.stringify({ email: 'x'.repeat(7_000) })}`),
          ),
        ),
    ],
    [
      '40 readers who take nothing of a recording',
      () =>
        Promise.all(
          Array.from({ length: 40 }, async () => {
            const socket = await dial(`GET ${audioUrl} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
            socket.pause()
          }),
        ),
    ],
  ])('%s', async (_what, crowd) => {
    const usual = await latency()
    await crowd()
    const beside = await latency()
    expect(beside).toBeLessThanOrEqual(2 * usual + noiseMs)
  })

  test('a stranger’s unfinished bodies are given up after ten seconds and some', async () => {
    const socket = await dial(`${chunked('/api/auth/login')}5\r\n{"a":`)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    const startedMs = Date.now()
    await once(socket, 'close')
    expect(Date.now() - startedMs).toBeLessThan(20_000)
    expect(answer).toMatch(/^(HTTP\/1\.1 408|$)/)
  })
})

describe('large JSON does not slow a neighbour down', () => {
  const shapes: [string, string][] = [
    ['one string', `{"a":"${'x'.repeat(1_900_000)}"}`],
    ['many keys', `{${Array.from({ length: 170_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
    ['many objects', `{"a":[${Array.from({ length: 600_000 }, () => '{}').join(',')}]}`],
    ['many numbers', `{"a":[${Array.from({ length: 900_000 }, () => '1').join(',')}]}`],
    ['great depth', `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
  ]
  const paths = ['/api/auth/login', '/api/auth/signup', '/api/reply', '/api/tts', '/api/chat', '/api/voices']

  test.each(shapes)('%s', async (_name, body) => {
    const usual = await latency()
    let running = true
    const statuses = new Set<number>()
    const flooding = (async () => {
      for (let at = 0; running; at++) {
        statuses.add(await post(paths[at % paths.length] ?? '', body))
        await pause(100)
      }
    })()
    const beside = await latency()
    running = false
    await flooding
    await eventually('it was answered', () => statuses.size > 0)
    // Refused by its size, by its shape, for who sent it, or without an answer.
    expect([...statuses].filter((status) => ![0, 400, 401, 403, 404, 405, 413, 415, 429].includes(status))).toEqual([])
    expect(beside).toBeLessThanOrEqual(2 * usual + noiseMs)
  })
})

/** @returns the status, or 0 when the connection was closed before */
async function post(path: string, body: string): Promise<number> {
  const { hostname, port } = new URL(gateway.url)
  const sent: ClientRequest = httpRequest({
    ...{ hostname, port, path, method: 'POST', localAddress: stranger },
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
  sent.end(body)
  try {
    const [response] = await once(sent, 'response')
    response.resume()
    return response.statusCode
  } catch {
    return 0
  }
}
