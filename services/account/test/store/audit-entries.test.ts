import { randomUUID } from 'node:crypto'
import { type Mongo, openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'
import { type AuditEntries, openAuditEntries } from '../../src/store/audit-entries.ts'
import { anEntry } from '../support/an-entry.ts'

let mongo: Mongo
let audit: AuditEntries
beforeAll(async () => {
  const database = `account-audit-${randomUUID().slice(0, 8)}`
  mongo = await openMongo(inject('backing').MONGO_URL, database, createLog('account', 'silent'))
  audit = await openAuditEntries(mongo.connection)
})
const [early, late] = [new Date('2026-03-20T12:00:00Z'), new Date('2026-03-20T12:00:01Z')]
const entry = (_id: string, at: Date, userId = 'u') => ({ ...anEntry(userId, at), _id })
beforeEach(async () => {
  await mongo.connection.collection('audit').deleteMany({})
  await audit.add([entry('a', late), entry('c', late), entry('z', early), entry('b', late), entry('other', late, 'v')])
})
afterAll(() => mongo.close())

const idsOf = (entries: { _id: string }[]) => entries.map(({ _id }) => _id)
const page = async (limit: number, at?: Date, id = '') => idsOf(await audit.page('u', limit, at && { at, id }))

test('pages go from the newest entry to the oldest, and part those of one millisecond', async () => {
  expect([await page(2), await page(2, late, 'b'), await page(2, early, 'z')]).toEqual([['c', 'b'], ['a', 'z'], []])
})

test('an entry that is there already changes nothing, and holds up no other', async () => {
  await audit.add([entry('a', early), entry('new', early)])
  expect(await page(9)).toEqual(['c', 'b', 'a', 'z', 'new'])
})

test('entries before a time are removed, and those of an account', async () => {
  await audit.removeBefore(late)
  expect(await page(9)).toEqual(['c', 'b', 'a'])
  await audit.removeOf('u')
  expect([await page(9), idsOf(await audit.page('v', 9))]).toEqual([[], ['other']])
})
