import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { tryBesideTwin } from '@utter/testing/try-update'
import { beforeEach, expect, test } from 'vitest'
import { openStripeEvents } from '../../src/store/stripe-events.ts'

const mongo = await closedAfterAll(openDatabase('billing-events'))
const events = await openStripeEvents(mongo.connection)
beforeEach(() => mongo.connection.collection('stripe-events').deleteMany({}))

const now = new Date('2026-03-20T12:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const event = { _id: 'evt_1', type: 'invoice.paid', customerId: 'cus_1' }
const stored = { ...event, at: now, handleAt: later(10_000) }
const idsOf = async () => (await mongo.connection.collection('stripe-events').find().toArray()).map(({ _id }) => _id)

test('an event is stored once, and is this process’s to handle until it was handled', async () => {
  await events.receive({ ...event, _id: 'evt_unhandled' }, now)
  expect(await events.receive(event, now)).toBe(true)
  expect(await mongo.connection.collection<{ _id: string }>('stripe-events').findOne({ _id: 'evt_1' })).toEqual(stored)
  expect((await events.leaseUnhandled(later(9_999), 10)).leased).toEqual([])
  expect(await events.receive(event, later(1))).toBe(true)
  await events.handled('evt_1')
  expect(await events.receive(event, later(2))).toBe(false)
})

test('an event that cannot be stored is not answered as one that was handled', async () => {
  await expect(events.receive(event, new Date(Number.NaN))).rejects.toThrow('Date')
})

test.each<[string, object, () => Promise<unknown>, object]>([
  ['that was handled', {}, () => events.handled('evt_1'), { handleAt: null }],
  ['that is left to the sweep', {}, () => events.retry('evt_1', now), { handleAt: now }],
])('an event %s is so alone', async (_name, more, act, changed) => {
  expect((await tryBesideTwin(mongo.connection, 'stripe-events', { ...stored, ...more }, act)).changed).toEqual(changed)
})

test('an event that was handled is not left to the sweep', async () => {
  const { handleAt: _handled, ...handled } = stored
  const { changed } = await tryBesideTwin(mongo.connection, 'stripe-events', handled, () => events.retry('evt_1', now))
  expect(changed).toEqual({})
})

test('an event that was listed has not come, until it does', async () => {
  await events.receive({ ...event, _id: 'evt_2' }, now)
  expect(await events.receiveMissed(event, now)).toBe(true)
  expect(await events.receiveMissed(event, now)).toBe(false)
  await events.handled('evt_1')
  expect(await events.countCome(['evt_1', 'evt_2'])).toBe(1)
  expect(await events.receive(event, later(1))).toBe(false)
  expect(await events.countCome(['evt_1', 'evt_2'])).toBe(2)
})

test('events are removed when they are older than 35 days', async () => {
  await events.receive({ ...event, _id: 'older' }, later(-1))
  await events.receive(event, now)
  await events.removeOld(later(35 * 86_400_000))
  expect(await idsOf()).toEqual(['evt_1'])
})
