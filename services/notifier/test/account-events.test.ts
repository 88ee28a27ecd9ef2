import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { JobView } from '@utter/contracts/http/job-views'
import type { FastifyReply } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { jobProgressed } from '../src/consumes/job-progressed.ts'
import type { ConsumeDeps } from '../src/deps.ts'
import { openSse } from '../src/streams/sse.ts'
import { openNotifier } from './support/open-notifier.ts'

const perJob = 6

/** Jobs that each went their whole way a minute ago. */
const changed = (count: number, changes = perJob) =>
  Array.from({ length: count }, () => ({
    id: randomUUID(),
    timeline: Array.from({ length: changes }, (_, index) => ({
      at: new Date(Date.now() - 60_000 + index).toISOString(),
      version: index + 1,
      step: 'step',
      status: index === changes - 1 ? 'completed' : 'processing',
      progress: Math.min(index * 20, 100),
    })),
    audioUrl: `/audio/${randomUUID()}.mp3?expires=1&signature=${'s'.repeat(43)}`,
  })) as unknown as JobView[]

/** Who comes back after two minutes. */
async function open(missed: JobView[]) {
  const notifier = await openNotifier({ changedSince: async () => missed })
  const headers = { ...notifier.headers, 'last-event-id': `${Date.now() - 120_000}-${randomUUID()}-1` }
  return Object.assign(notifier, { headers })
}

/** The ids of what is told, up to the event of this job. */
async function idsUntil(response: Response, jobId = ''): Promise<string[]> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes(jobId) && text.endsWith('\n\n')) break
  }
  return text.match(/^id: .*$/gm) ?? []
}

test('who reads is told hundreds of jobs that change in one moment', async () => {
  await using server = await open([])
  const abort = new AbortController()
  const response = await fetch(`${server.url}/api/events`, { headers: server.headers, signal: abort.signal })
  const changes = Array.from({ length: 2_400 }, (_, index) => ({
    ...{ userId: server.userId, jobId: randomUUID(), version: index + 1, at: new Date() },
    ...{ status: 'processing' as const, progress: 20 },
  }))
  for (const change of changes) server.hub.publish(change)
  expect(await idsUntil(response, changes.at(-1)?.jobId)).toHaveLength(changes.length)
  abort.abort()
})

test.each([
  ['hundreds of jobs', perJob],
  // Two changes each time that a step is postponed: more than a reader may leave unread.
  ['hundreds of jobs whose vendor was away', 30],
])('who comes back after %s is told all of it, and then what happens', async (_what, changes) => {
  await using server = await open(changed(400, changes))
  const abort = new AbortController()
  const response = await fetch(`${server.url}/api/events`, { headers: server.headers, signal: abort.signal })
  const late = {
    userId: server.userId,
    jobId: randomUUID(),
    version: 1,
    at: new Date(),
    status: 'pending' as const,
    progress: 0,
  }
  server.hub.publish(late)
  const told = await idsUntil(response, late.jobId)
  abort.abort()
  expect(told).toHaveLength(400 * changes + 1)
  expect(new Set(told).size).toBe(told.length)
})

test('a change that is read as missed and heard as an event too is told once, whichever comes first', async () => {
  const [job] = changed(1) as [JobView]
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<JobView[]>()
  await using server = await openNotifier({
    changedSince: () => {
      asked.resolve()
      return answer.promise
    },
  })
  const abort = new AbortController()
  const headers = { ...server.headers, 'last-event-id': `${Date.now() - 120_000}-${job.id}-1` }
  const opened = fetch(`${server.url}/api/events`, { headers, signal: abort.signal })
  await asked.promise
  const publish = (jobId: string, version: number) =>
    server.hub.publish({
      ...{ userId: server.userId, jobId, version, at: new Date() },
      ...{ status: 'processing', progress: 20 },
    })
  publish(job.id, 2)
  answer.resolve([job])
  const response = await opened
  publish(job.id, 3)
  const late = randomUUID()
  publish(late, 1)
  const told = await idsUntil(response, late)
  abort.abort()
  expect(told.map((id) => Number(id.split('-').at(-1)))).toEqual([1, 2, 3, 4, 5, 6, 1])
})

test('changes are told under their own time, and one that was told late is not missed by who comes back', async () => {
  await using server = await open([])
  const abort = new AbortController()
  const response = await fetch(`${server.url}/api/events`, { headers: server.headers, signal: abort.signal })
  const at = new Date(Date.now() - 60_000)
  const consume = jobProgressed({ hub: server.hub } as ConsumeDeps)
  const data = { jobId: randomUUID(), status: 'processing' as const, step: 'chat-started', progress: 10 }
  const about = { userId: server.userId, version: 2, occurredAt: new Date().toISOString() }
  await consume.handle({ ...data, at: at.toISOString() }, about)
  expect(await idsUntil(response, data.jobId)).toEqual([`id: ${at.getTime()}-${data.jobId}-2`])
  abort.abort()
})

describe('who reads nothing', () => {
  const writes = (size: number) => {
    const raw = Object.assign(new EventEmitter(), {
      writeHead: () => {},
      write: () => false,
      writableLength: size,
      destroyed: false,
      destroy: () => void Object.assign(raw, { destroyed: true }).emit('close'),
    })
    const sse = openSse({ hijack: () => {}, raw } as unknown as FastifyReply)
    sse.send('1', {})
    return { raw, sse }
  }

  test('is dropped after ten seconds, and is waited for no longer', async () => {
    vi.useFakeTimers()
    const { raw, sse } = writes(20_000)
    const taken = sse.taken()
    await vi.advanceTimersByTimeAsync(9_000)
    expect(raw.destroyed).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(raw.destroyed).toBe(true)
    await taken
    vi.useRealTimers()
  })

  test('is dropped at once where it would hold a megabyte', () => {
    expect(writes(1_048_577).raw.destroyed).toBe(true)
  })
})
