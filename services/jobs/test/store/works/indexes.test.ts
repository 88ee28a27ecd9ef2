import { randomUUID } from 'node:crypto'
import { WorkRequest } from '@utter/contracts/http/works/requests'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { type Asking, expectServed } from '@utter/testing/indexes/expect-served'
import { openWatched } from '@utter/testing/indexes/unserved-questions'
import { test } from 'vitest'
import { workDraftOf } from '../../../src/requests/works/work-draft.ts'
import { type ChapterStore, openChapters } from '../../../src/store/chapters.ts'
import { openWorks, type WorkStore } from '../../../src/store/works.ts'
import { workRequest } from '../../support/a-work.ts'

const watched = await closedAfterAll(openWatched('jobs-works'))
const now = new Date('2026-03-20T12:00:00Z')
const userId = randomUUID()
const { work, chapters: drafted } = workDraftOf({ userId }, WorkRequest.parse(workRequest('r', [5])), 5, now)

test('every question about works is served by an index', async () => {
  const works = await openWorks(watched.connection)
  const asking: Asking<WorkStore> = {
    insert: () =>
      works.insert({ ...work, state: 'speaking', dueAt: now, expiresAt: now, feed: { hash: 'a', since: now } }),
    count: () => works.count(userId, 10),
    read: () => works.read(userId, work._id),
    byFeed: () => works.byFeed('a'),
    byRequest: () => works.byRequest(userId, 'r'),
    update: () => works.update({ _id: work._id, userId, state: 'speaking', dueAt: now }, { $set: { updatedAt: now } }),
    wake: () => works.wake(userId, work._id, now),
    page: async () => {
      for (const before of [undefined, { at: now, id: 'a' }]) await works.page(userId, 10, before)
    },
    leaseWorks: () => works.leaseWorks(now, 10, ['a']),
    leaseExpiredWorks: () => works.leaseExpiredWorks(now, 10, ['a']),
    remove: () => works.remove(userId, work._id),
    removeOf: () => works.removeOf('none'),
  }
  await expectServed(watched, works, asking)
})

test('every question about chapters is served by an index', async () => {
  const chapters = await openChapters(watched.connection)
  const _id = drafted[0]?._id ?? ''
  const asking: Asking<ChapterStore> = {
    insertAll: () => chapters.insertAll(drafted),
    read: () => chapters.read(userId, _id),
    readWithPast: () => chapters.readWithPast(userId, _id),
    outlines: () => chapters.outlines(userId, work._id),
    update: () => chapters.update({ _id, userId, rev: 1, 'sections.0.id': 'a' }, { $set: { calls: 1 } }),
    remove: () => chapters.remove(userId, 'none'),
    removeOf: () => chapters.removeOf('none'),
  }
  await expectServed(watched, chapters, asking)
})
