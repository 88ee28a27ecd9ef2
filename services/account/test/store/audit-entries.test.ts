import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { beforeEach, expect, test } from 'vitest'
import { openAuditEntries } from '../../src/store/audit-entries.ts'
import { anEntry } from '../support/an-entry.ts'

const mongo = await closedAfterAll(openDatabase('account-audit'))
const audit = await openAuditEntries(mongo.connection)
const [early, late] = [new Date('2026-03-20T12:00:00Z'), new Date('2026-03-20T12:00:01Z')]
const entry = (_id: string, at: Date, userId = 'u') => ({ ...anEntry(userId, at), _id })
beforeEach(async () => {
  await mongo.connection.collection('audit').deleteMany({})
  await audit.add([entry('a', late), entry('c', late), entry('z', early), entry('b', late), entry('other', late, 'v')])
})

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
