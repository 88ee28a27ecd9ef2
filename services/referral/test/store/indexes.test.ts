import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expectServed } from '@utter/testing/indexes/expect-served'
import { openWatched } from '@utter/testing/indexes/unserved-questions'
import { test } from 'vitest'
import { openMembers } from '../../src/store/members.ts'
import { openFirstJobs } from '../../src/store/noted-accounts.ts'

const watched = await closedAfterAll(openWatched('referral'))

const now = new Date('2026-03-20T12:00:00Z')

test('every question about members is served by an index', async () => {
  const members = await openMembers(watched.connection)
  await expectServed(watched, members, {
    begin: () => members.begin({ id: 'u', mailbox: 'a@b.c' }, now),
    read: () => members.read('u'),
    byCode: () => members.byCode('x'),
    completed: () => members.completed('u'),
    bring: () => members.bring('u', 'friend', false, now),
    takeBack: () => members.takeBack('friend', now),
    paid: () => members.paid('friend'),
    seenIn: () => members.seenIn('u', 'd'),
    settled: () => members.settled('u'),
    outbox: async () => {
      const { leased } = await members.outbox.lease(now, 10)
      await members.outbox.markPublished(leased)
    },
    remove: () => members.remove('u'),
  })
})

test('every question about first jobs is served by an index', async () => {
  const firstJobs = await openFirstJobs(watched.connection)
  await expectServed(watched, firstJobs, {
    note: () => firstJobs.note('u', now),
    has: () => firstJobs.has('u'),
    remove: () => firstJobs.remove('u'),
  })
})
