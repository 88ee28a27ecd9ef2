import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { JobView } from '@utter/contracts/http/job-views'
import { createAudioAddresses } from '@utter/http/audio-address'
import { createIdentityGuard, createIdentitySigner, identityHeader } from '@utter/http/identity'
import { systemClock as clock } from '@utter/runtime/clock'
import { createLog } from '@utter/telemetry/log'
import type { FastifyReply } from 'fastify'
import { expect, test, vi } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { JobsClient } from '../src/jobs-client.ts'
import { createHub } from '../src/streams/hub.ts'
import { createOpenStreams } from '../src/streams/open-streams.ts'
import { openSse } from '../src/streams/sse.ts'

const key = 'k'.repeat(32)
const log = createLog('notifier', 'silent')
const userId = randomUUID()
const perJob = 6

/** Jobs that each went their whole way a minute ago. */
const changed = (count: number) =>
  Array.from({ length: count }, () => ({
    id: randomUUID(),
    timeline: Array.from({ length: perJob }, (_, index) => ({
      at: new Date(Date.now() - 60_000 + index).toISOString(),
      version: index + 1,
      step: 'step',
      status: index === perJob - 1 ? 'completed' : 'processing',
      progress: index * 20,
    })),
    audioUrl: `/audio/${randomUUID()}.mp3?expires=1&signature=${'s'.repeat(43)}`,
  })) as unknown as JobView[]

async function open(missed: JobView[]) {
  const hub = createHub()
  const jobs: JobsClient = { job: async () => null, versions: async () => ({}), changedSince: async () => missed }
  const streams = createOpenStreams(jobs, 10, log)
  const app = buildApp(
    { hub, jobs, streams, guard: createIdentityGuard(key, 'notifier'), audio: createAudioAddresses(key), clock, log },
    log,
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const caller = createIdentitySigner(key).caller('notifier', {
    address: '127.0.0.1',
    person: { userId, tier: 'free', signedUpAt: new Date().toISOString(), scopes: ['jobs:read'] },
  })
  const headers = { [identityHeader]: caller, 'last-event-id': `${Date.now() - 120_000}-${randomUUID()}-1` }
  return {
    hub,
    url,
    headers,
    async [Symbol.asyncDispose]() {
      await streams[Symbol.asyncDispose]()
      await app.close()
    },
  }
}

test('who comes back after hundreds of jobs is told all of it, and then what happens', async () => {
  await using server = await open(changed(400))
  const abort = new AbortController()
  const response = await fetch(`${server.url}/api/events`, { headers: server.headers, signal: abort.signal })
  const late = { userId, jobId: randomUUID(), version: 1, at: new Date(), status: 'pending' as const, progress: 0 }
  server.hub.publish(late)
  let text = ''
  const told = () => text.match(/^id: .*$/gm) ?? []
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes(late.jobId)) break
  }
  abort.abort()
  expect(told()).toHaveLength(400 * perJob + 1)
  expect(new Set(told()).size).toBe(400 * perJob + 1)
})

test('who reads nothing of what is waited for is dropped', async () => {
  vi.useFakeTimers()
  const raw = Object.assign(new EventEmitter(), {
    writeHead: () => {},
    write: () => false,
    writableLength: 20_000,
    destroyed: false,
    destroy: () => void Object.assign(raw, { destroyed: true }).emit('close'),
  })
  const sse = openSse({ hijack: () => {}, raw } as unknown as FastifyReply)
  sse.send('1', {})
  const taken = sse.taken()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(raw.destroyed).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(raw.destroyed).toBe(true)
  await taken
  vi.useRealTimers()
})
