import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { expect, test } from 'vitest'
import { openMembers } from '../../src/store/members.ts'

const mongo = await closedAfterAll(openDatabase('members'))
const members = await openMembers(mongo.connection)

const now = new Date('2026-03-20T12:00:00Z')
const later = new Date('2026-03-21T12:00:00Z')

test('a member that begins, and one that counts a friend, is marked as unpublished in the same write', async () => {
  const id = randomUUID()
  expect(await members.begin({ id, mailbox: 'a@example.com' }, now)).toMatchObject({ unpublishedSince: now })
  expect(await members.read(id)).toMatchObject({ version: 1, unpublishedSince: now })
  expect(await members.bring(id, randomUUID(), false, later)).toMatchObject({ version: 2, unpublishedSince: later })
})

test('an account that begins many times at once is one member', async () => {
  const id = randomUUID()
  const begun = await Promise.all(Array.from({ length: 8 }, () => members.begin({ id, mailbox: 'a@example.com' }, now)))
  expect(begun.filter((member) => member !== null)).toHaveLength(1)
})
