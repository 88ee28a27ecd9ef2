import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Receiver } from '../../src/domain/receiver.ts'
import { openReceivers } from '../../src/store/receivers.ts'
import { later, now } from '../support/trials.ts'

const { connection } = await closedAfterAll(openDatabase('notifier-receivers'))
const receivers = await openReceivers(connection)
const collection = connection.collection<Receiver>('receivers')
beforeEach(async () => void (await collection.deleteMany({})))

const one = { _id: 'u', userId: 'u' }
const present = () => collection.findOne({ _id: one._id })
const due = async (at = now, isSlow = false, busy: string[] = []) =>
  (await receivers.due(isSlow, at, 9, busy)).map(({ _id }) => _id)
const dueAt = async (date = now) => {
  await receivers.makeDue([one], date)
  return (await present()) as Receiver
}
const look = async () => (await receivers.beginLook(await dueAt(), later(5_000))) as Receiver

test('a receiver is due by the earliest date that it was given', async () => {
  await receivers.makeDue([one], later(2))
  await receivers.makeDue([one, { _id: 'u a.example', userId: 'u' }], later(1))
  await receivers.makeDue([one], later(3))
  expect([await due(), await due(later(1))]).toEqual([[], ['u', 'u a.example']])
})

test('many that make one due at the same time, which is not there yet, all succeed', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => receivers.makeDue([one], later(index))))
  expect(await present()).toMatchObject({ nextDueAt: now, isSlow: false, rev: 20 })
})

test('those due come longest overdue first, slow ones apart, without accounts that are busy', async () => {
  await receivers.makeDue([{ _id: 'a', userId: 'a' }], later(-1))
  await receivers.makeDue([one], later(-2))
  await receivers.makeDue([{ _id: 's', userId: 'a' }], later(-3))
  await receivers.setSlow({ _id: 's', userId: 'a' })
  expect([await due(), await due(now, true), await due(now, false, ['u'])]).toEqual([['u', 'a'], ['s'], ['a']])
})

describe('a look', () => {
  test('is of one process, and of the next one when it has died', async () => {
    const seen = await dueAt()
    expect(await receivers.beginLook(seen, later(5_000))).toMatchObject({ nextDueAt: later(5_000) })
    expect(await receivers.beginLook(seen, later(6_000))).toBeNull()
    expect([await due(), await due(later(5_000))]).toEqual([[], ['u']])
  })

  test('sets when the next one is, or removes a receiver to which nothing is pending', async () => {
    await receivers.endLook(await look(), { nextDueAt: later(9), isFull: false }, now)
    const { isFull, nextDueAt } = (await present()) as Receiver
    expect({ isFull, nextDueAt }).toEqual({ nextDueAt: later(9) })
    await receivers.endLook(await look(), undefined, now)
    expect(await present()).toBeNull()
  })

  test.each([
    ['another date', { nextDueAt: later(9), isFull: false }],
    ['all places taken', { nextDueAt: later(9), isFull: true }],
    ['nothing', undefined],
  ])('that found %s looks again if a delivery was inserted meanwhile', async (_name, found) => {
    const begun = await look()
    await receivers.makeDue([one], now)
    // Not before its end: it would be two looks at once.
    expect(await due()).toEqual([])
    await receivers.endLook(begun, found, now)
    expect(await due()).toEqual(['u'])
  })

  test('that took too long changes nothing for its successor', async () => {
    const begun = await look()
    const next = await receivers.beginLook(begun, later(9_000))
    await receivers.endLook(begun, undefined, now)
    expect(await present()).toEqual(next)
  })
})

describe('the end of a try', () => {
  const free = (more = {}) => receivers.release(one, now, more)

  test('makes a full receiver due, which no new delivery does', async () => {
    await receivers.endLook(await look(), { nextDueAt: later(9), isFull: true }, now)
    await receivers.makeDue([one], now)
    expect(await due()).toEqual([])
    expect([await free(), await due(), await free()]).toEqual([true, ['u'], false])
  })

  test('during a look makes it look again, since it has counted the try', async () => {
    const begun = await look()
    await free()
    await receivers.endLook(begun, { nextDueAt: later(9), isFull: true }, now)
    expect(await due()).toEqual(['u'])
  })

  test('sets the date of the next try, and the pace', async () => {
    await receivers.endLook(await look(), { nextDueAt: later(9), isFull: false }, now)
    await receivers.makeDue([{ _id: 'u a.example', userId: 'u' }], later(9))
    await free({ nextAttemptAt: later(5), pace: { isSlow: true, isResponsive: true } })
    expect(await due(later(9))).toEqual(['u a.example'])
    expect(await present()).toMatchObject({ nextDueAt: later(5), isSlow: true, isResponsive: true })
    await free({ nextAttemptAt: later(7) })
    expect(await present()).toMatchObject({ nextDueAt: later(5) })
  })

  test('changes nothing where its delivery has ended, and no place was waited for', async () => {
    await receivers.endLook(await look(), { nextDueAt: later(9), isFull: false }, now)
    const before = await present()
    await free()
    expect(await present()).toEqual(before)
  })
})

test('the receivers of a deleted account go, and no other’s', async () => {
  const keys = ['u', 'u a.example', 'u!', 'uu', 't'].map((_id) => ({ _id, userId: _id.split(' ')[0] ?? '' }))
  await receivers.makeDue(keys, now)
  await receivers.removeOf('u')
  expect((await collection.find().toArray()).map(({ _id }) => _id).sort()).toEqual(['t', 'u!', 'uu'])
})
