import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { expect, test } from 'vitest'
import { requestEntry } from '../../src/domain/request-entry.ts'
import { openRequestEntries } from '../../src/store/request-entries.ts'
import { aRequest } from '../support/a-request.ts'

const mongo = await closedAfterAll(openDatabase('account-requests'))
const entries = await openRequestEntries(mongo.connection)

test('MongoDB itself removes an entry after seven days', async () => {
  const indexes = await mongo.connection.collection('requests').indexes()
  expect(indexes.find(({ key }) => JSON.stringify(key) === '{"at":1}')).toMatchObject({ expireAfterSeconds: 604_800 })
})

test('those of before a time are removed', async () => {
  const at = (second: number) => new Date(Date.UTC(2026, 2, 20, 12, 0, second))
  await entries.add([1, 2].map((second) => requestEntry(aRequest('old', { at: at(second).toISOString() }))))
  await entries.removeBefore(at(2))
  expect((await entries.page('old', 10)).map(({ at: left }) => left)).toEqual([at(2)])
})

test('an entry that is there already changes nothing, and holds up no other', async () => {
  const [first, second] = [aRequest('u'), aRequest('u')]
  await entries.add([requestEntry(first)])
  await entries.add([requestEntry({ ...first, path: '/another' }), requestEntry(second)])
  const found = await entries.page('u', 10)
  expect(found).toHaveLength(2)
  expect(found).not.toContainEqual(expect.objectContaining({ path: '/another' }))
})

test('those of an account are removed, and of no other', async () => {
  await entries.add([requestEntry(aRequest('a')), requestEntry(aRequest('b'))])
  await entries.drop({ userId: 'a', count: 1, from: new Date().toISOString(), to: new Date().toISOString() })
  await entries.removeOf('a')
  expect([await entries.page('a', 10), (await entries.page('b', 10)).length]).toEqual([[], 1])
})
