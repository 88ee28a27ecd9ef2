import { randomUUID } from 'node:crypto'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { systemClock as clock } from '@utter/runtime/clock'
import { createAudioAddresses } from '@utter/storage/audio/addresses'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { jobFinished } from '../../src/consumes/job-finished.ts'
import { jobProgressed } from '../../src/consumes/job-progressed.ts'
import type { BroadcastDeps } from '../../src/deps.ts'
import { linesOf, openFailingJobs, openNotifier, textOf } from '../support/open-notifier.ts'

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

/** A notifier with an account that reconnects after two minutes. */
async function open(missed: JobView[]) {
  const notifier = await openNotifier({ changedSince: async () => missed })
  const headers = { ...notifier.headers, 'last-event-id': `${Date.now() - 120_000}-${randomUUID()}-1` }
  return Object.assign(notifier, { headers })
}

test('a client that reads gets hundreds of jobs that change in one moment', async () => {
  await using server = await open([])
  const abort = new AbortController()
  const response = await fetch(`${server.url}/api/events`, { headers: server.headers, signal: abort.signal })
  const changes = Array.from({ length: 2_400 }, (_, index) => ({
    ...{ userId: server.userId, jobId: randomUUID(), version: index + 1, at: new Date() },
    ...{ status: 'processing' as const, progress: 20 },
  }))
  for (const change of changes) server.hub.publish(change)
  expect(await linesOf(response, 'id', changes.at(-1)?.jobId)).toHaveLength(changes.length)
  abort.abort()
})

test.each([
  ['hundreds of jobs', perJob],
  // Two changes each time that a step is postponed: more than a reader may leave unread.
  ['hundreds of jobs whose vendor was unavailable', 30],
])('a client that reconnects after %s gets all of it, and then what happens', async (_what, changes) => {
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
  const ids = await linesOf(response, 'id', late.jobId)
  abort.abort()
  expect(ids).toHaveLength(400 * changes + 1)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a change that is read as missed and consumed as an event too is sent once, whichever comes first', async () => {
  const [job] = changed(1) as [JobView]
  const called = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<JobView[]>()
  await using server = await openNotifier({
    changedSince: () => {
      called.resolve()
      return answer.promise
    },
  })
  const abort = new AbortController()
  const headers = { ...server.headers, 'last-event-id': `${Date.now() - 120_000}-${job.id}-1` }
  const opened = fetch(`${server.url}/api/events`, { headers, signal: abort.signal })
  await called.promise
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
  const ids = await linesOf(response, 'id', late)
  abort.abort()
  expect(ids.map((id) => Number(id.split('-').at(-1)))).toEqual([1, 2, 3, 4, 5, 6, 1])
})

const minuteMs = 60_000
test.each<[string, string, JobView[], boolean]>([
  ['after eleven minutes', `${Date.now() - 11 * minuteMs}-${randomUUID()}-1`, [], true],
  ['after nine minutes', `${Date.now() - 9 * minuteMs}-${randomUUID()}-1`, changed(1), false],
  ['having missed 500 jobs', `${Date.now() - 2 * minuteMs}-${randomUUID()}-1`, changed(500, 1), false],
  ['having missed 501 jobs', `${Date.now() - 2 * minuteMs}-${randomUUID()}-1`, changed(501, 1), true],
  ['with an id that is none of ours', 'yesterday', [], true],
  ['with an empty id', '', [], false],
])('a client that comes back %s', async (_how, lastEventId, missed, isReset) => {
  await using server = await openNotifier({ changedSince: async () => missed })
  const abort = new AbortController()
  const headers = { ...server.headers, 'last-event-id': lastEventId }
  const response = await fetch(`${server.url}/api/events`, { headers, signal: abort.signal })
  const late = randomUUID()
  server.hub.publish({
    ...{ userId: server.userId, jobId: late, version: 1, at: new Date() },
    ...{ status: 'pending', progress: 0 },
  })
  const text = await textOf(response, late)
  abort.abort()
  const resets = text.split('\n\n').filter((event) => event.includes('event: reset'))
  expect(resets).toHaveLength(isReset ? 1 : 0)
  // Its id would be the one from which the client resumes next.
  for (const reset of resets) expect(reset).not.toMatch(/^id:/m)
  // Either all that was missed, or none of it.
  expect([...text.matchAll(/^id: /gm)]).toHaveLength(
    1 + (isReset ? 0 : missed.flatMap(({ timeline }) => timeline).length),
  )
})

test('changes are sent under their own time, so that one that was published late is not missed by a client that reconnects', async () => {
  await using server = await open([])
  const abort = new AbortController()
  const response = await fetch(`${server.url}/api/events`, { headers: server.headers, signal: abort.signal })
  const at = new Date(Date.now() - 60_000)
  const consume = jobProgressed({ hub: server.hub } as BroadcastDeps)
  const data = { jobId: randomUUID(), status: 'processing' as const, step: 'chat-started', progress: 10 }
  const about = { userId: server.userId, version: 2, occurredAt: new Date().toISOString() }
  await consume.handle({ ...data, at: at.toISOString() }, about)
  expect(await linesOf(response, 'id', data.jobId)).toEqual([`${at.getTime()}-${data.jobId}-2`])
  abort.abort()
})

test('200: every change of the account’s jobs, and of no other’s, in the form of the specification', async () => {
  await using server = await open([])
  const abort = new AbortController()
  const response = await fetch(`${server.url}/api/events`, { headers: server.headers, signal: abort.signal })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const [jobId, at] = [randomUUID(), new Date()]
  const spoken = { audioUrl: '/audio/a.mp3', voiceUsed: 'joe', provider: 'piper' }
  const change = { jobId, version: 6, at, status: 'completed' as const, progress: 100, ...spoken }
  server.hub.publish({ ...change, userId: randomUUID(), jobId: randomUUID() })
  server.hub.publish({ ...change, userId: server.userId })
  const data = await linesOf(response, 'data', jobId)
  abort.abort()
  expect(data.map((text) => JSON.parse(text))).toEqual([
    { jobId, version: 6, status: 'completed', progress: 100, ...spoken },
  ])
})

test('the end of a job says who has spoken it, and who spoke in the place of other voices', async () => {
  await using server = await open([])
  const abort = new AbortController()
  const response = await fetch(`${server.url}/api/events`, { headers: server.headers, signal: abort.signal })
  const [jobId, at] = [randomUUID(), new Date().toISOString()]
  const voicesInstead = [{ voiceId: 'rachel', voiceUsed: 'kate', provider: 'pico' }]
  const spoken = { voiceUsed: 'joe', provider: 'piper', voicesInstead }
  const consume = jobFinished({
    hub: server.hub,
    audio: createAudioAddresses(['k'.repeat(32)]),
    clock,
  } as BroadcastDeps)
  const end = {
    jobId,
    status: 'completed' as const,
    progress: 100,
    owed: true,
    cached: false,
    createdAt: at,
    completedAt: at,
  }
  const about = { userId: server.userId, version: 6, occurredAt: at }
  await consume.handle({ ...end, ...spoken }, about)
  const [data = ''] = await linesOf(response, 'data', jobId)
  abort.abort()
  expect(JSON.parse(data)).toMatchObject(spoken)
})

test('429: more streams than an account may have', async () => {
  await using server = await openNotifier({}, { maxPerAccount: 1 })
  const open = await fetch(`${server.url}/api/events`, { headers: server.headers })
  expect(await server.inject('/api/events', server.token)).toMatchObject({
    ...problem(429, 'Too many open streams', 'too_many_streams'),
    headers: { 'retry-after': '5' },
  })
  await open.body?.cancel()
})

test.each([500, 503])('503: a client that missed something while jobs answers with %i', async (status) => {
  await using jobs = await openFailingJobs(status)
  await using server = await openNotifier(jobs.client)
  const lastId = { 'last-event-id': `${Date.now()}-${randomUUID()}-1` }
  expect(await server.inject('/api/events', server.token, lastId)).toMatchObject({
    ...problem(503, 'The service is busy, try again in a moment', 'unavailable'),
    headers: { 'retry-after': '1' },
  })
})
