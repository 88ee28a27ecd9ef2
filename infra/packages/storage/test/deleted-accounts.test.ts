import { randomUUID } from 'node:crypto'
import { deadRetentionMs, topics } from '@utter/contracts/topics'
import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { beforeEach, expect, test } from 'vitest'
import { openDeletedAccounts, rememberedMs } from '../src/deleted-accounts.ts'
import { openErasure, sweepDeleted } from '../src/erasure.ts'

const log = createLog('storage', 'silent')
const begin = new Date('2026-03-20T12:00:00Z')
let now: Date
/** The erasures of the account of a test: seconds after its deletion. */
let erased: number[]

const mongo = await closedAfterAll(openDatabase('deleted'))
const deleted = await openDeletedAccounts(mongo.connection)

beforeEach(async () => {
  await mongo.connection.collection('deleted-accounts').deleteMany({})
  now = begin
  erased = []
})

const clock = { now: () => now }
const erase = async () => void erased.push((now.getTime() - begin.getTime()) / 1_000)
const after = (seconds: number) => new Date(begin.getTime() + seconds * 1_000)
async function sweepAt(seconds: number) {
  now = after(seconds)
  await sweepDeleted({ deleted, erase, clock, log })
}

test('an account is erased at once, four times more within a day, and once more before it is forgotten', async () => {
  const userId = randomUUID()
  const erasure = openErasure({ deleted, erase, clock, log })
  await erasure.erase(userId)
  await erasure[Symbol.asyncDispose]()
  const day = 86_400
  for (const seconds of [10, 21, 30, 91, 100, 3_601, 4_000, day + 1, 2 * day, 99 * day]) await sweepAt(seconds)
  expect(erased).toEqual([0, 21, 91, 3_601, day + 1])
  expect(await deleted.has(userId)).toBe(true)
  await sweepAt(101 * day)
  expect(erased).toEqual([0, 21, 91, 3_601, day + 1, 101 * day])
  expect(await deleted.has(userId)).toBe(false)
})

test('a deletion that is consumed twice is remembered once, from the first time on', async () => {
  const userId = randomUUID()
  await deleted.add(userId, begin)
  await deleted.add(userId, after(50))
  expect((await deleted.lease(after(21), 10)).leased).toMatchObject([{ _id: userId, at: begin }])
})

test('of two replicas that sweep at once one erases; the other does when that one died', async () => {
  await deleted.add(randomUUID(), begin)
  now = after(30)
  const sweep = () => sweepDeleted({ deleted, erase, clock, log })
  const [one, other] = [await deleted.lease(now, 10), await deleted.lease(now, 10)]
  expect([one.leased.length, other.leased.length]).toEqual([1, 0])
  await sweep()
  expect(erased).toEqual([])
  await sweepAt(150)
  expect(erased).toEqual([150])
})

test('one that cannot be erased is tried again, and holds up no other', async () => {
  const [broken, whole] = [randomUUID(), randomUUID()]
  await deleted.add(broken, begin)
  await deleted.add(whole, begin)
  const done: string[] = []
  const eraseSome = async (userId: string) => {
    if (userId === broken && now < after(200)) throw new Error('the store is unavailable')
    done.push(userId)
  }
  now = after(30)
  await sweepDeleted({ deleted, erase: eraseSome, clock, log })
  expect(done).toEqual([whole])
  now = after(300)
  await sweepDeleted({ deleted, erase: eraseSome, clock, log })
  expect(done).toContain(broken)
})

test('an account is remembered longer than any message about it can be consumed', () => {
  const longestMs = Math.max(...Object.values(topics).map(({ retentionMs = 0 }) => retentionMs))
  expect(rememberedMs).toBeGreaterThan(2 * longestMs + deadRetentionMs)
})
