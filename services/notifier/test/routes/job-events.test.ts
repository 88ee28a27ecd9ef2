import { randomUUID } from 'node:crypto'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { missingScope, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { jobProgressed } from '../../src/consumes/job-progressed.ts'
import type { BroadcastDeps } from '../../src/deps.ts'
import { callers, linesOf, openFailingJobs, openNotifier, textOf } from '../support/open-notifier.ts'
import { timeline } from '../support/timeline.ts'

const id = randomUUID()
const path = `/api/events/${id}`
/** The job once it has come to this version. */
const jobAt = (version: number): JobView => {
  const present = timeline.slice(0, version)
  const audioUrl = version === timeline.length ? { audioUrl: '/audio/a.mp3' } : {}
  return { id, version, ...present.at(-1), ...audioUrl, timeline: present } as unknown as JobView
}
const last = jobAt(6)

test('200: the present state, then each change, until the final one', async () => {
  await using notifier = await openNotifier({ job: async () => jobAt(3) })
  const response = await fetch(notifier.url + path, { headers: notifier.headers })
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    'no-cache, no-transform',
  ])
  for (const { version, at, status, progress } of timeline.slice(3)) {
    const audioUrl = status === 'completed' ? { audioUrl: '/audio/a.mp3' } : {}
    notifier.hub.publish({
      userId: notifier.userId,
      jobId: id,
      version,
      at: new Date(at),
      status,
      progress,
      ...audioUrl,
    })
  }
  expect((await linesOf(response, 'data')).map((data) => JSON.parse(data))).toEqual([
    { status: 'processing', progress: 40 },
    { status: 'processing', progress: 50 },
    { status: 'processing', progress: 70 },
    { status: 'completed', progress: 100, audioUrl: '/audio/a.mp3' },
  ])
})

test.each<[string, string | undefined, string[]]>([
  ['without a last id', undefined, ['6']],
  ['from the last id on', '2', ['3', '4', '5', '6']],
  ['with a last id that the job never had', '7', ['6']],
  ['with a last id that is none', 'x', ['6']],
])('200: a completed job %s', async (_name, lastId, expected) => {
  await using notifier = await openNotifier({ job: async () => last })
  const headers = { ...notifier.headers, ...(lastId && { 'last-event-id': lastId }) }
  expect(await linesOf(await fetch(notifier.url + path, { headers }), 'id')).toEqual(expected)
})

test('200: a change that comes while jobs is called is sent too', async () => {
  await using notifier = await openNotifier({
    job: async () => {
      for (const { version, at, status, progress } of timeline.slice(3))
        notifier.hub.publish({ userId: notifier.userId, jobId: id, version, at: new Date(at), status, progress })
      return jobAt(3)
    },
  })
  const response = await fetch(notifier.url + path, { headers: notifier.headers })
  expect(await linesOf(response, 'id')).toEqual(['3', '4', '5', '6'])
})

/** The events of a stream with a name: the name, whether it has an id, and the data. */
const named = (text: string) =>
  text
    .split('\n\n')
    .map((event) => ({
      name: /^event: (.*)$/m.exec(event)?.[1],
      hasId: /^id: /m.test(event),
      data: JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '{}'),
    }))
    .filter(({ name }) => name !== undefined && name !== 'heartbeat')

test('200: position and reply come as named events without an id, the reply when the event of its step is consumed', async () => {
  const details = { position: 0, expectedSeconds: 9 }
  await using notifier = await openNotifier({
    job: async () => ({ ...jobAt(1), position: 2, expectedSeconds: 27 }),
    details: async ([job]) => ({ [job?.id ?? '']: { ...details, reply: 'Well' } }),
  })
  const response = await fetch(notifier.url + path, { headers: notifier.headers })
  const about = { userId: notifier.userId, occurredAt: new Date().toISOString() }
  const consume = jobProgressed({ hub: notifier.hub } as BroadcastDeps)
  const data = { jobId: id, status: 'processing' as const, progress: 40 }
  await consume.handle({ ...data, step: 'reply-written' }, { ...about, version: 2 })
  expect(named(await textOf(response, 'Well'))).toEqual([
    { name: 'position', hasId: false, data: { position: 2, expectedSeconds: 27 } },
    { name: 'reply', hasId: false, data: { text: 'Well' } },
    { name: 'position', hasId: false, data: details },
  ])
  await response.body?.cancel()
})

test('200: a stream that is opened after the reply was written has it after the present state', async () => {
  await using notifier = await openNotifier({ job: async () => ({ ...jobAt(4), aiResponse: 'Well' }) })
  const response = await fetch(notifier.url + path, { headers: notifier.headers })
  const text = await textOf(response, 'Well')
  expect(named(text)).toEqual([{ name: 'reply', hasId: false, data: { text: 'Well' } }])
  expect(text).toMatch(/id: 4\ndata: .*\n\nevent: reply\n/)
  await response.body?.cancel()
})

test('200: while jobs is unavailable a stream goes on without the reply', async () => {
  await using jobs = await openFailingJobs(503)
  await using notifier = await openNotifier({ job: async () => jobAt(1), details: jobs.client.details })
  const response = await fetch(notifier.url + path, { headers: notifier.headers })
  for (const { version, at, status, progress } of timeline.slice(1)) {
    const step = version === 3 ? { step: 'reply-written' } : {}
    notifier.hub.publish({ userId: notifier.userId, jobId: id, version, at: new Date(at), status, progress, ...step })
    if (version === 3) await expect.poll(jobs.calls).toBeGreaterThan(0)
  }
  expect(await linesOf(response, 'id')).toEqual(['1', '2', '3', '4', '5', '6'])
})

test('204: the final event was received, so that an EventSource stays away', async () => {
  await using notifier = await openNotifier({ job: async () => last })
  const answer = await notifier.inject(path, notifier.token, { 'last-event-id': '6' })
  expect([answer.status, answer.body]).toEqual([204, undefined])
})

test('403: an API key that may not read jobs; one that may is answered', async () => {
  await using notifier = await openNotifier({ job: async () => last })
  expect(await notifier.inject(path, callers.key(['jobs:write', 'usage:read']))).toMatchObject(
    missingScope('jobs:read'),
  )
  expect((await notifier.inject(path, callers.key(['jobs:read']), { 'last-event-id': '6' })).status).toBe(204)
})

test('404: a job that the account does not have', async () => {
  await using notifier = await openNotifier({ job: async () => null })
  expect(await notifier.inject(path, notifier.token)).toMatchObject(problem(404, 'Job not found', 'job_not_found'))
})

test('429: more streams than an account may have', async () => {
  await using notifier = await openNotifier({ job: async () => jobAt(3) }, { maxPerAccount: 1 })
  const open = await fetch(notifier.url + path, { headers: notifier.headers })
  expect(await notifier.inject(path, notifier.token)).toMatchObject({
    ...problem(429, 'Too many open streams', 'too_many_streams'),
    headers: { 'retry-after': '5' },
  })
  await open.body?.cancel()
})

test.each([500, 503])('503: while jobs answers with %i', async (status) => {
  await using jobs = await openFailingJobs(status)
  await using notifier = await openNotifier(jobs.client)
  expect(await notifier.inject(path, notifier.token)).toMatchObject({
    ...problem(503, 'The service is busy, try again in a moment', 'unavailable'),
    headers: { 'retry-after': '1' },
  })
})
