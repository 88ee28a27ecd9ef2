import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { beforeEach, expect, test } from 'vitest'
import { auditEntry } from '../../src/domain/audit-entry.ts'
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

test('failed log-ins of an hour are an entry for each of twenty networks and one for all others, however many come at once', async () => {
  await audit.removeOf('u')
  const failed = (network: number, at = early) =>
    audit.countFailure(
      auditEntry('u', { action: 'login-failed', actor: 'visitor', address: `10.0.0.${network}`, target: 'curl' }, at),
      `10.0.0.${network}`,
    )
  const networks = Array.from({ length: 30 }, (_, index) => index)
  for (const network of networks) await Promise.all([failed(network), failed(network, late), failed(network)])
  const rows = await audit.page('u', 100)
  expect(rows).toHaveLength(21)
  const others = rows.filter(({ address }) => !address)
  expect(others).toMatchObject([{ lastAt: late }])
  expect(others[0]).not.toHaveProperty('target')
  expect(rows.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(90)
  expect(rows).toContainEqual(expect.objectContaining({ address: '10.0.0.0', count: 3, lastAt: late, target: 'curl' }))
  await failed(0, new Date(early.getTime() + 3_600_000))
  expect(await audit.page('u', 100)).toHaveLength(22)
  expect(await audit.page('u', 100, undefined, false)).toEqual([])
})
