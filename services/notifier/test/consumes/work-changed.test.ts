import { expect, test } from 'vitest'
import { workChanged } from '../../src/consumes/work-changed.ts'
import { workDeleted } from '../../src/consumes/work-deleted.ts'
import { aChapterChange, aChapterRow, aStateChange, aWorkForNotifier, aWorkView } from '../support/a-work-view.ts'
import { openNotifier, textOf } from '../support/open-notifier.ts'

const occurredAt = '2026-03-20T12:00:00.000Z'
const chapter = aChapterRow()
const work = aWorkView({ chapters: [chapter] })

test('changes of a work reach the streams of its account as events without an id, each once', async () => {
  await using server = await openNotifier()
  const abort = new AbortController()
  const response = await fetch(`${server.url}/api/events`, { headers: server.headers, signal: abort.signal })
  const about = { userId: server.userId, version: 1, occurredAt }
  const changes = [aChapterChange(work, 1, chapter, 3), aChapterChange(work, 1, chapter, 3), aStateChange(work, 2)]
  for (const change of changes) await workChanged(server).handle(change, about)
  await workDeleted(server).handle({ workId: work.workId }, about)
  const text = await textOf(response, 'event: work-deleted')
  abort.abort()
  const events = text.split('\n\n').filter((event) => event.startsWith('event: work\n'))
  expect(events.map((event) => event.split('\n').length)).toEqual([2, 2])
  expect(events.map((event) => JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? ''))).toMatchObject([
    { workId: work.workId, version: 1, chapters: [{ chapterId: chapter.chapterId, version: 3 }] },
    { workId: work.workId, version: 2, chapters: [] },
  ])
  expect(text).toContain(`event: work-deleted\ndata: ${JSON.stringify({ workId: work.workId })}`)
})

test('a work that is deleted ends its streams', async () => {
  await using server = await openNotifier({ work: async () => aWorkForNotifier(work, 1) })
  const response = await fetch(`${server.url}/api/events/works/${work.workId}`, { headers: server.headers })
  await workDeleted(server).handle({ workId: work.workId }, { userId: server.userId, version: 1, occurredAt })
  expect(await textOf(response)).toContain('"speaking"')
})

test('messages of works are wanted while a stream of their account or of a work of it is open, and those of its jobs are not', async () => {
  await using server = await openNotifier({ work: async () => aWorkForNotifier(work, 1) })
  const wants = (userId: string, key = userId) =>
    [workChanged(server), workDeleted(server)].map((handler) => handler.wants?.({ userId, key }))
  expect(wants(server.userId)).toEqual([false, false])
  const response = await fetch(`${server.url}/api/events/works/${work.workId}`, { headers: server.headers })
  expect(wants(server.userId)).toEqual([true, true])
  expect(wants(server.userId, 'a job')).toEqual([false, false])
  expect(wants('another')).toEqual([false, false])
  await response.body?.cancel()
  await expect.poll(() => wants(server.userId)).toEqual([false, false])
})
