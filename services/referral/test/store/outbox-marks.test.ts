import { randomUUID } from 'node:crypto'
import { type Mongo, openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'
import { type MemberStore, openMembers } from '../../src/store/members.ts'

let mongo: Mongo
let members: MemberStore
beforeAll(async () => {
  mongo = await openMongo(inject('backing').MONGO_URL, `members-${randomUUID().slice(0, 8)}`, createLog('r', 'silent'))
  members = await openMembers(mongo.connection)
})
afterAll(() => mongo.close())

const now = new Date('2026-03-20T12:00:00Z')
const later = new Date('2026-03-21T12:00:00Z')

test('a member that begins, and one that counts a friend, is marked as unpublished in the same write', async () => {
  const id = randomUUID()
  expect(await members.begin({ id, mailbox: 'a@example.com' }, now)).toMatchObject({ unpublishedSince: now })
  expect(await members.read(id)).toMatchObject({ version: 1, unpublishedSince: now })
  expect(await members.bring(id, randomUUID(), later)).toMatchObject({ version: 2, unpublishedSince: later })
})

test('an account that begins many times at once is one member', async () => {
  const id = randomUUID()
  const begun = await Promise.all(Array.from({ length: 8 }, () => members.begin({ id, mailbox: 'a@example.com' }, now)))
  expect(begun.filter((member) => member !== null)).toHaveLength(1)
})
