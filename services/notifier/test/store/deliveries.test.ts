import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Delivery } from '../../src/domain/delivery.ts'
import { repeats } from '../../src/store/deliveries/repeats.ts'
import { tries } from '../../src/store/deliveries/tries.ts'
import { aDelivery, type DeliveryTrials, later, now, openDeliveryTrials } from '../support/trials.ts'

let trials: DeliveryTrials
beforeAll(async () => {
  trials = await openDeliveryTrials()
})
beforeEach(() => Promise.all([trials.collection.deleteMany({}), trials.receivers.deleteMany({})]))
afterAll(() => trials[Symbol.asyncDispose]())

type Fields = Partial<Delivery>
const idsOf = (deliveries: { _id: string }[]) => deliveries.map(({ _id }) => _id)
const stored = (more: Fields = {}) => trials.stored(more)
const all = async () => new Map((await trials.collection.find().toArray()).map((one) => [one._id, one]))

test('an insertion is made once, and fails for another reason', async () => {
  const delivery = aDelivery()
  expect(await trials.store.insert(delivery)).toBe(true)
  expect(await trials.store.insert(delivery)).toBe(false)
  await expect(trials.store.insert({ ...aDelivery(), 'a\0': 1 } as never)).rejects.toThrow('null')
})

test('what is pending of a receiver comes in the order of its dates, and its tries that are under way by the ends of their leases', async () => {
  const one = (ms: number, more: Fields = {}) => stored({ nextAttemptAt: later(ms), receiver: 'one', ...more })
  const [second, first] = [await one(0), await one(-1)]
  const third = await one(2, { leasedUntil: later(2) })
  await one(1, { leasedUntil: later(1) })
  await one(-1, { receiver: 'another', leasedUntil: later(1) })
  await stored({ receiver: 'one', status: 'delivered', nextAttemptAt: undefined as never })
  expect(await trials.store.pendingOf('one', 2)).toEqual(
    [first, second].map(({ _id, userId, receiver, nextAttemptAt }) => ({ _id, userId, receiver, nextAttemptAt })),
  )
  expect(idsOf(await trials.store.pendingOf('one', 9)).at(-1)).toBe(third._id)
  expect(await trials.store.inFlightOf('one', now, 9)).toEqual([later(1), later(2)])
  expect(await trials.store.inFlightOf('one', later(1), 1)).toEqual([later(2)])
  const oldest = await stored({ nextAttemptAt: new Date(0), receiver: 'old' })
  expect(idsOf(await trials.store.pendingOf('old', 9))).toEqual([oldest._id])
})

test('the receivers with something pending come one after the other, each with its first delivery', async () => {
  const dueAt = (ms: number, receiver: string) => stored({ nextAttemptAt: later(ms), receiver })
  await dueAt(2, 'a')
  const [first, second] = [await dueAt(1, 'a'), await dueAt(5, 'b')]
  await stored({ receiver: 'c', status: 'delivered', nextAttemptAt: undefined as never })
  expect([
    (await trials.store.pendingAfter(''))?._id,
    (await trials.store.pendingAfter('a'))?._id,
    await trials.store.pendingAfter('b'),
  ]).toEqual([first._id, second._id, null])
})

test('what is due is counted up to a bound, since the first of it', async () => {
  for (const ms of [0, -1, 1]) await stored({ nextAttemptAt: later(ms) })
  expect(await trials.store.dueAt(now, 9)).toEqual({ count: 2, oldest: later(-1) })
  expect(await trials.store.dueAt(now, 1)).toEqual({ count: 1, oldest: later(-1) })
  expect(await trials.store.dueAt(later(-2), 1)).toEqual({ count: 0, oldest: undefined })
})

test('a delivery that is inserted or sent again makes its receiver due, one that is stopped does not', async () => {
  const due = async () => (await trials.store.receivers.due(false, now, 9, [])).map(({ _id }) => _id).sort()
  const of = (receiver: string, more: Fields = {}) => aDelivery({ userId: receiver, receiver, ...more })
  await trials.store.insert(of('inserted'))
  const { nextAttemptAt: _, ...stopped } = of('stopped', { status: 'stopped' })
  await trials.store.insert(stopped)
  const failed = await stored({ ...of('again'), status: 'failed', nextAttemptAt: undefined as never })
  expect(await trials.receivers.distinct('_id')).toEqual(['inserted'])
  await trials.store.resend('again', failed._id, now)
  expect(await due()).toEqual(['again', 'inserted'])
})

describe('a list', () => {
  test('has the deliveries of the account that match, newest first, of one millisecond too', async () => {
    const made: Delivery[] = []
    for (let index = 0; index < 24; index++)
      made.push(
        await stored({
          _id: `delivery ${(index * 7) % 24}`,
          createdAt: later(Math.floor(index / 4)),
          ...{ status: index % 3 ? 'failed' : 'delivered', jobId: index % 2 ? 'one' : 'another' },
          ...(index % 8 === 7 && { userId: 'other' }),
        }),
      )
    const isOlder = (one: Delivery, than: Delivery) =>
      one.createdAt < than.createdAt || (+one.createdAt === +than.createdAt && one._id < than._id)
    const own = made.filter(({ userId }) => userId === 'own').sort((a, b) => (isOlder(a, b) ? 1 : -1))
    for (const jobId of [undefined, 'one'])
      for (const status of [undefined, 'failed' as const])
        for (const last of [undefined, own[6], own[7]]) {
          const found = own.filter(
            (one) =>
              (jobId === undefined || one.jobId === jobId) &&
              (status === undefined || one.status === status) &&
              (!last || isOlder(one, last)),
          )
          const before = last && { at: last.createdAt, id: last._id }
          expect(idsOf(await trials.store.page('own', { jobId, status }, 100, before))).toEqual(idsOf(found))
          expect(idsOf(await trials.store.page('own', { jobId, status }, 2, before))).toEqual(idsOf(found.slice(0, 2)))
        }
  })

  test('and a read have no body, and are of the account alone', async () => {
    const { body: _, ...delivery } = await stored({ body: '{}' })
    expect(await trials.store.page('own', {}, 9)).toEqual([delivery])
    expect(await trials.store.read('own', delivery._id)).toEqual(delivery)
    expect(await trials.store.read('other', delivery._id)).toBeNull()
    expect(await trials.store.read('own', 'none')).toBeNull()
  })
})

describe('pending deliveries that are stopped', () => {
  const body = '{}'
  test('are those of the account, so many at a time', async () => {
    const made = [await stored({ body, leasedUntil: now }), await stored({ body, isOwn: true }), await stored({ body })]
    const others = [await stored({ status: 'failed' }), await stored({ userId: 'other' })]
    const stop = (limit: number) => trials.store.stopPending('own', {}, 'plan', limit)
    expect(await stop(2)).toBe(2)
    expect([...(await all()).values()].filter(({ status }) => status === 'stopped')).toHaveLength(2)
    expect(await stop(2)).toBe(1)
    expect(await stop(2)).toBe(0)
    const after = await all()
    for (const { nextAttemptAt: _, leasedUntil: __, body: ___, ...rest } of made)
      expect(after.get(rest._id)).toEqual({ ...rest, status: 'stopped', reason: 'plan' })
    for (const other of others) expect(after.get(other._id)).toEqual(other)
  })

  test('may be those to the account’s own webhook', async () => {
    const [own, ofJob] = [await stored(), await stored({ isOwn: true })]
    expect(await trials.store.stopPending('own', { isOwn: false }, 'disabled', 9)).toBe(1)
    expect((await all()).get(own._id)).toMatchObject({ status: 'stopped', reason: 'disabled' })
    expect((await all()).get(ofJob._id)).toEqual(ofJob)
  })
})

describe('a recovery', () => {
  const ended = (ms: number, more: Fields = {}) =>
    stored({ status: 'failed', nextAttemptAt: undefined as never, firstAttemptAt: now, createdAt: later(ms), ...more })
  const recover = (limit: number, which: { isOwn?: true } = {}) =>
    trials.store.recover('own', now, later(9), limit, which)
  const pending = async () => idsOf([...(await all()).values()].filter(({ status }) => status === 'pending')).sort()

  test('tries what failed or was stopped in a time, the oldest first, so many at a time', async () => {
    const stopped: Fields = { status: 'stopped', reason: 'plan' }
    const failed = [await ended(5), await ended(0)]
    const made = [...failed, await ended(3, stopped), await ended(4, stopped), await ended(9, stopped)]
    await ended(-1)
    await ended(10)
    await ended(5, { userId: 'other' })
    await ended(5, { status: 'delivered' })
    await ended(5, { reason: 'job_deleted' })
    expect(await recover(1)).toBe(1)
    expect(await pending()).toEqual(idsOf(made.slice(1, 2)))
    expect(await recover(2)).toBe(2)
    expect(await pending()).toEqual(idsOf(made.slice(0, 3)).sort())
    expect(await recover(9)).toBe(2)
    expect(await pending()).toEqual(idsOf(made).sort())
    expect(await recover(9)).toBe(0)
    for (const { firstAttemptAt: _, reason: __, nextAttemptAt: ___, ...rest } of made)
      expect((await all()).get(rest._id)).toEqual({ ...rest, status: 'pending', nextAttemptAt: later(9) })
  })

  test('may be one of addresses that jobs have named', async () => {
    await ended(1)
    const own = await ended(1, { isOwn: true })
    expect(await recover(9, { isOwn: true })).toBe(1)
    expect(await pending()).toEqual([own._id])
  })
})

/** The collection of a process before each of whose updates of many a delivery is delivered elsewhere. */
const overtaken = (_id: string) =>
  Object.assign(Object.create(trials.collection), {
    updateMany: async (...given: Parameters<typeof trials.collection.updateMany>) => {
      await trials.collection.updateOne({ _id }, { $set: { status: 'delivered' } })
      return trials.collection.updateMany(...given)
    },
  })

test.each(['pending', 'failed', 'stopped'] as const)(
  'one that was %s when it was found and is delivered stays so',
  async (status) => {
    const { _id } = await stored({ status })
    if (status === 'pending') await tries(overtaken(_id)).stopPending('own', {}, 'plan', 9)
    else expect(await repeats(overtaken(_id), trials.store.receivers).recover('own', now, later(9), 9, {})).toBe(0)
    expect((await all()).get(_id)).toMatchObject({ status: 'delivered' })
  },
)

test('removals: of an account, and of the oldest before a time', async () => {
  const made = (ms: number, userId = 'own') => stored({ createdAt: later(ms), userId })
  const [second, first, third] = [await made(-2), await made(-3, 'other'), await made(-1)]
  const young = await made(0)
  const left = async () => [...(await all()).keys()].sort()
  expect(await trials.store.removeBefore(now, 1)).toBe(1)
  expect(await left()).toEqual(idsOf([second, third, young]).sort())
  expect(await trials.store.removeBefore(now, 9)).toBe(2)
  expect(await trials.store.removeBefore(now, 9)).toBe(0)
  expect(await left()).toEqual([young._id])
  expect(first.userId).toBe('other')
  const other = await made(0, 'other')
  await trials.store.removeOf('own')
  expect(await left()).toEqual([other._id])
})
