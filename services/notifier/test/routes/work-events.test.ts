import { randomUUID } from 'node:crypto'
import type { WorkForNotifier } from '@utter/contracts/http/internal/jobs/get-work'
import type { WorkEvent } from '@utter/contracts/http/works/events'
import { missingScope, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { aChapterChange, aChapterRow, aStateChange, aWorkForNotifier, aWorkView } from '../support/a-work-view.ts'
import { callers, linesOf, openFailingJobs, openNotifier } from '../support/open-notifier.ts'

const [spoken, waiting] = [aChapterRow(), aChapterRow({ title: 'Back', state: 'waiting', progress: 0 })]
const { durationMs: _, audioUrl: __, ...unspoken } = waiting
const speaking = aWorkView({ chapters: [spoken, unspoken] })
const { workId } = speaking
const completed = aWorkView({
  ...speaking,
  state: 'completed',
  progress: 100,
  chapters: [spoken, { ...waiting, state: 'completed', progress: 100 }],
})
const path = `/api/events/works/${workId}`
/** The chapters of each event, by title and progress, after its state. */
const told = (data: string[]) =>
  data.map((one) => {
    const { state, chapters } = JSON.parse(one) as WorkEvent
    return [state, ...chapters.map(({ title, progress }) => `${title} ${progress}`)].join(', ')
  })

/** A notifier whose jobs has the work as `present` has it. */
async function open(present: { view: WorkForNotifier | null }) {
  let reads = 0
  const notifier = await openNotifier({
    work: async () => {
      reads++
      return present.view
    },
  })
  return Object.assign(notifier, { reads: () => reads })
}

test('200: the present state with all chapters, then each change, and its end as jobs has it', async () => {
  const present = { view: aWorkForNotifier(speaking, 1, 4, 1) }
  await using notifier = await open(present)
  const response = await fetch(notifier.url + path, { headers: notifier.headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const half = { ...unspoken, state: 'speaking' as const, progress: 50 }
  notifier.hub.publishWork(notifier.userId, aChapterChange(speaking, 1, half, 3))
  present.view = aWorkForNotifier(completed, 2, 4, 5)
  // The change of the last chapter comes after that of the work, or never.
  notifier.hub.publishWork(notifier.userId, aStateChange(completed, 2))
  const data = await linesOf(response, 'data')
  expect(told(data)).toEqual(['speaking, Out 100, Back 0', 'speaking, Back 50', 'completed, Back 100'])
  expect(JSON.parse(data[0] ?? '')).toEqual({
    ...{ workId, version: 1, title: 'Two boats', state: 'speaking', progress: 50, characters: 600 },
    chapters: [
      expect.objectContaining({ chapterId: spoken.chapterId, version: 4, position: 0, durationMs: 24_000 }),
      expect.objectContaining({ chapterId: waiting.chapterId, version: 1, position: 1, state: 'waiting' }),
    ],
  })
})

test('200: what is late or doubled is dropped, and so is another work of the account', async () => {
  const present = { view: aWorkForNotifier(speaking, 2, 4, 1) }
  await using notifier = await open(present)
  const response = await fetch(notifier.url + path, { headers: notifier.headers })
  const publish = (...of: Parameters<typeof aChapterChange>) =>
    notifier.hub.publishWork(notifier.userId, aChapterChange(...of))
  const at = (progress: number) => ({ ...unspoken, state: 'speaking' as const, progress })
  publish(speaking, 2, at(30), 3)
  publish(speaking, 2, at(30), 3)
  publish(speaking, 2, at(20), 2)
  publish(speaking, 1, at(99), 9)
  publish({ ...speaking, workId: randomUUID() }, 2, at(98), 4)
  publish(speaking, 2, at(60), 4)
  present.view = aWorkForNotifier(completed, 3, 4, 5)
  notifier.hub.publishWork(notifier.userId, aStateChange(completed, 3))
  expect(told(await linesOf(response, 'data'))).toEqual([
    'speaking, Out 100, Back 0',
    'speaking, Back 30',
    'speaking, Back 60',
    'completed, Back 100',
  ])
})

test('200: a change that comes while jobs is called is sent too', async () => {
  let calls = 0
  await using notifier = await openNotifier({
    work: async () => {
      if (++calls > 1) return aWorkForNotifier(completed, 2, 4, 5)
      notifier.hub.publishWork(notifier.userId, aStateChange(completed, 2))
      return aWorkForNotifier(speaking, 1, 4, 1)
    },
  })
  const response = await fetch(notifier.url + path, { headers: notifier.headers })
  expect(await linesOf(response, 'id')).toEqual(['1', '2'])
})

test('200: an end that is no end any more, since a paragraph was changed, ends nothing', async () => {
  const present = { view: aWorkForNotifier(speaking, 3, 4, 1) }
  await using notifier = await open(present)
  const response = await fetch(notifier.url + path, { headers: notifier.headers })
  notifier.hub.publishWork(notifier.userId, aStateChange(completed, 4))
  await expect.poll(notifier.reads).toBe(2)
  present.view = aWorkForNotifier(completed, 6, 4, 5)
  notifier.hub.publishWork(notifier.userId, aStateChange(completed, 6))
  expect(await linesOf(response, 'id')).toEqual(['3', '6'])
})

test('200: a paused work is followed on', async () => {
  const paused = aWorkView({ ...speaking, state: 'paused', reason: 'Monthly call limit reached' })
  const present = { view: aWorkForNotifier(paused, 2, 4, 1) }
  await using notifier = await open(present)
  const response = await fetch(notifier.url + path, { headers: notifier.headers })
  notifier.hub.publishWork(notifier.userId, aStateChange(speaking, 3))
  present.view = aWorkForNotifier(completed, 4, 4, 5)
  notifier.hub.publishWork(notifier.userId, aStateChange(completed, 4))
  const data = await linesOf(response, 'data')
  expect(data.map((one) => JSON.parse(one).reason)).toEqual(['Monthly call limit reached', undefined, undefined])
})

test('200: of a work that has ended its state, and the end; 204 for a client that has it', async () => {
  await using notifier = await open({ view: aWorkForNotifier(completed, 2, 4, 5) })
  const response = await fetch(notifier.url + path, { headers: notifier.headers })
  expect(await linesOf(response, 'id')).toEqual(['2'])
  const again = await notifier.inject(path, notifier.token, { 'last-event-id': '2' })
  expect([again.status, again.body]).toEqual([204, undefined])
  // It was changed since, and spoken again.
  const before = await fetch(notifier.url + path, { headers: { ...notifier.headers, 'last-event-id': '1' } })
  expect(await linesOf(before, 'id')).toEqual(['2'])
})

test('200: a stream ends where its end cannot be read, so that its client reconnects without it', async () => {
  let isAway = false
  await using notifier = await openNotifier({
    work: async () => {
      if (isAway) throw new Error('no answer')
      return aWorkForNotifier(speaking, 1, 4, 1)
    },
  })
  const response = await fetch(notifier.url + path, { headers: notifier.headers })
  isAway = true
  notifier.hub.publishWork(notifier.userId, aStateChange(completed, 2))
  expect(await linesOf(response, 'id')).toEqual(['1'])
})

test('403: an API key that may not read jobs', async () => {
  await using notifier = await open({ view: aWorkForNotifier(completed, 2) })
  expect(await notifier.inject(path, callers.key(['jobs:write', 'usage:read']))).toMatchObject(
    missingScope('jobs:read'),
  )
})

test('404: a work that the account does not have', async () => {
  await using notifier = await open({ view: null })
  expect(await notifier.inject(path, notifier.token)).toMatchObject(problem(404, 'Work not found', 'work_not_found'))
})

test('429: more streams than an account may have, those of jobs among them', async () => {
  await using notifier = await openNotifier({ work: async () => aWorkForNotifier(speaking, 1) }, { maxPerAccount: 1 })
  const open = await fetch(`${notifier.url}/api/events`, { headers: notifier.headers })
  expect(await notifier.inject(path, notifier.token)).toMatchObject(
    problem(429, 'Too many open streams', 'too_many_streams'),
  )
  await open.body?.cancel()
})

test.each([500, 503])('503: while jobs answers with %i', async (status) => {
  await using jobs = await openFailingJobs(status)
  await using notifier = await openNotifier(jobs.client)
  expect(await notifier.inject(path, notifier.token)).toMatchObject(
    problem(503, 'The service is busy, try again in a moment', 'unavailable'),
  )
})
