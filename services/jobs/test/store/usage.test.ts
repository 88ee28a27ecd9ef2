import { randomUUID } from 'node:crypto'
import { openDatabase } from '@utter/testing/setup/databases'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysAfter } from '../../src/domain/allowance/usage-days.ts'
import { openUsage, type UsageStore } from '../../src/store/usage.ts'

let usage: UsageStore
let close: () => Promise<void>
beforeAll(async () => {
  const mongo = await openDatabase('jobs-usage')
  close = mongo.close
  usage = await openUsage(mongo.connection)
})
afterAll(() => close())

const first = new Date('2026-03-20T00:00:00Z')
const rowsOf = (calls: number) => [{ keyId: null, voiceId: 'joe', calls }]
const days = (userId: string, from = -9, until = 9) =>
  usage.between(userId, daysAfter(first, from), daysAfter(first, until))

test('the sum of a day replaces an older one, never a later one, and no other day or account', async () => {
  const [userId, stranger] = [randomUUID(), randomUUID()]
  const [day, next] = [first, daysAfter(first, 1)]
  await usage.set(userId, { day: next, rows: rowsOf(9) }, 1)
  await usage.set(stranger, { day, rows: rowsOf(8) }, 1)
  const set = async (calls: number, fence: number) => {
    await usage.set(userId, { day, rows: rowsOf(calls) }, fence)
    expect((await days(userId))[1]).toEqual({ day: next, rows: rowsOf(9) })
    return (await days(userId))[0]
  }
  expect(await set(1, 3)).toEqual({ day, rows: rowsOf(1) })
  expect(await set(2, 5)).toEqual({ day, rows: rowsOf(2) })
  expect(await set(3, 5)).toEqual({ day, rows: rowsOf(2) })
  expect(await set(4, 4)).toEqual({ day, rows: rowsOf(2) })
  expect(await days(stranger)).toEqual([{ day, rows: rowsOf(8) }])
})

test('a sum that cannot be stored is an error', async () => {
  const rows = [{ keyId: null, voiceId: 'joe', calls: 1, 'a\0': 1 }]
  await expect(usage.set(randomUUID(), { day: first, rows }, 1)).rejects.toThrow('null')
})

test('the days of a range come in their order, its end excluded, and go with the account', async () => {
  const [userId, stranger] = [randomUUID(), randomUUID()]
  for (const index of [2, 0, 1, 3]) await usage.set(userId, { day: daysAfter(first, index), rows: [] }, 1)
  await usage.set(stranger, { day: first, rows: [] }, 1)
  expect((await days(userId, 1, 3)).map(({ day }) => day)).toEqual([daysAfter(first, 1), daysAfter(first, 2)])
  await usage.removeOf(userId)
  expect([await days(userId), (await days(stranger)).length]).toEqual([[], 1])
})
