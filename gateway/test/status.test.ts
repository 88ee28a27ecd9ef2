import type { RequestListener } from 'node:http'
import type { IncidentView } from '@utter/contracts/http/status/incident'
import type { ServedPart, ServedPartName } from '@utter/contracts/http/status/served'
import { StatusView } from '@utter/contracts/http/status/status-view'
import { createLog } from '@utter/telemetry/log'
import { openHttpServer } from '@utter/testing/http-server'
import { createTestIdentity } from '@utter/testing/identity'
import { expect, test } from 'vitest'
import { createStatusReader } from '../src/status/status-reader.ts'
import { openGateway } from './support/open-gateway.ts'

const part = (name: ServedPartName, over: Partial<ServedPart> = {}): ServedPart => ({
  part: name,
  now: 'operational',
  hours: [],
  uptimeOfDay: 100,
  days: [],
  uptime: 99.98,
  ...over,
})
const incident: IncidentView = {
  id: '0f6c2b9e-7d41-4b7e-8a55-2c9d31e7f604',
  title: 'Voices are slow',
  parts: ['voices'],
  state: 'investigating',
  openedAt: '2026-03-20T12:00:00.000Z',
  resolvedAt: null,
  updates: [{ at: '2026-03-20T12:00:00.000Z', state: 'investigating', text: 'We look into it.' }],
}

/** Services that answer so, at one address; those that are away answer with 503. */
async function openServices() {
  const asked: string[] = []
  const state = { served: [[part('submissions'), part('voices')]] as ServedPart[][], isAway: false }
  const listener: RequestListener = ({ url = '' }, response) => {
    asked.push(url)
    if (state.isAway) return void response.writeHead(503).end('{}')
    const body = url === '/internal/incidents' ? [incident] : state.served[0]
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const server = await openHttpServer(listener)
  return { ...server, asked, state, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
const signer = createTestIdentity().signer('gateway')
const log = createLog('gateway', 'silent')

test('the parts of both services and the incidents are one answer, which is as bad as its worst part', async () => {
  await using jobs = await openServices()
  await using notifier = await openServices()
  notifier.state.served = [[part('streams', { now: 'degraded' }), part('webhooks')]]
  const read = createStatusReader({ urls: { jobs: jobs.url, notifier: notifier.url, account: jobs.url }, signer, log })
  const status = await read()
  expect(status.state).toBe('degraded')
  expect(status.parts.map((one) => [one.part, one.now])).toEqual([
    ['submissions', 'operational'],
    ['voices', 'operational'],
    ['streams', 'degraded'],
    ['webhooks', 'operational'],
  ])
  expect(status.incidents).toEqual([incident])
})

test('a service that is away is down now, with what was read of it before; the incidents stay', async () => {
  await using jobs = await openServices()
  await using notifier = await openServices()
  notifier.state.served = [[part('streams'), part('webhooks')]]
  let now = 0
  const urls = { jobs: jobs.url, notifier: notifier.url, account: jobs.url }
  const read = createStatusReader({ urls, signer, log, now: () => now })
  await read()
  jobs.state.isAway = true
  now += 10_000
  const status = await read()
  expect(status).toMatchObject({ state: 'down', incidents: [incident] })
  expect(status.parts.slice(0, 2)).toEqual([part('submissions', { now: 'down' }), part('voices', { now: 'down' })])
  expect(status.parts.at(2)?.now).toBe('operational')
})

test('services that were never reached are down, and nothing is said of the time before', async () => {
  await using away = await openServices()
  away.state.isAway = true
  const read = createStatusReader({ urls: { jobs: away.url, notifier: away.url, account: away.url }, signer, log })
  const status = await read()
  expect(status).toMatchObject({ state: 'down', incidents: null })
  expect(status.parts).toHaveLength(4)
  for (const one of status.parts) expect(one).toMatchObject({ now: 'down', uptime: null, days: [] })
})

test('however many look, the services are asked once in ten seconds', async () => {
  await using services = await openServices()
  let now = 0
  const urls = { jobs: services.url, notifier: services.url, account: services.url }
  const read = createStatusReader({ urls, signer, log, now: () => now })
  await Promise.all(Array.from({ length: 50 }, () => read()))
  now += 9_999
  await read()
  expect(services.asked).toHaveLength(3)
  now += 1
  await Promise.all([read(), read()])
  expect(services.asked).toHaveLength(6)
})

test('everybody is answered, without a session, and a cache keeps it for ten seconds', async () => {
  await using gateway = await openGateway()
  const response = await fetch(`${gateway.url}/api/status`)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=10'])
  expect(StatusView.parse(await response.json())).toMatchObject({ state: 'down' })
})
