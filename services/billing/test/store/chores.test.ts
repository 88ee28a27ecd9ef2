import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { tryBesideTwin } from '@utter/testing/try-update'
import { expect, test } from 'vitest'
import { emptyComparison } from '../../src/domain/comparison.ts'
import { nextNight } from '../../src/domain/next-night.ts'
import { type Chore, type HeldChore, openChores } from '../../src/store/chores.ts'

const mongo = await closedAfterAll(openDatabase('chores'))
const chores = await openChores(mongo.connection)

const at = (time: string) => new Date(`2026-03-20T${time}Z`)
const [now, next] = [at('03:00:00'), new Date('2026-03-21T03:00:00Z')]
/** When a lease that is taken or renewed now ends. */
const leaseEnd = at('03:10:00')
const run = { ...emptyComparison(), startedAt: at('02:00:00'), after: 'cus_a', tries: 0, heldUntil: now }
/** An update of this chore beside one that must stay as it is. */
const tried = <Result>(chore: Chore, act: (own: Chore) => Promise<Result>) =>
  tryBesideTwin(mongo.connection, 'chores', chore, act)
/** By its id alone. */
const take = (own: Chore, time = now) => chores.take(own._id, time)

test.each([
  ['2026-03-20T12:00:00.000Z', '2026-03-21T03:00:00.000Z'],
  ['2026-03-20T02:59:59.999Z', '2026-03-20T03:00:00.000Z'],
  ['2026-03-20T03:00:00.000Z', '2026-03-21T03:00:00.000Z'],
])('the night after %s is %s', (time, night) => {
  expect(nextNight(new Date(time))).toEqual(new Date(night))
})

test('a chore is planned once; one of before learns since when it is', async () => {
  expect(await chores.plan('new', now, next)).toEqual({ _id: 'new', dueAt: next, since: now })
  expect(await chores.plan('new', next, now)).toEqual({ _id: 'new', dueAt: next, since: now })
  const { changed, result } = await tried({ _id: 'old', dueAt: next }, () => chores.plan('old', now, now))
  expect([changed, result.dueAt]).toEqual([{ since: now }, next])
})

test('one that is due is taken by one replica, and begins at the first account', async () => {
  const { changed, result } = await tried({ _id: 'a', dueAt: now }, take)
  const begun = { ...emptyComparison(), startedAt: now, after: '', tries: 1, heldUntil: leaseEnd }
  expect(changed).toEqual({ dueAt: leaseEnd, run: begun })
  expect(result).toMatchObject({ _id: 'a', run: begun })
  expect(await take({ _id: 'a', dueAt: now }, at('03:09:59'))).toBeNull()
  const taken = await Promise.all([1, 2, 3].map(() => take({ _id: 'a', dueAt: now }, leaseEnd)))
  expect(taken.filter((one) => one !== null)).toHaveLength(1)
})

test('one whose replica has died goes on where that was', async () => {
  const { result } = await tried({ _id: 'a', dueAt: now, run }, take)
  expect(result?.run).toEqual({ ...run, tries: 1, heldUntil: leaseEnd })
})

test('a run that a version without positions has done meanwhile begins anew', async () => {
  const { result } = await tried({ _id: 'a', dueAt: now, run: { ...run, heldUntil: at('02:30:00') } }, take)
  expect(result?.run).toMatchObject({ after: '', startedAt: now, tries: 1 })
})

test('one that is not done is begun at once for the operator; one that is being done, or is due, stays', async () => {
  const start = (own: Chore) => chores.start(own._id, now)
  expect((await tried({ _id: 'a', dueAt: next }, start)).changed).toEqual({ dueAt: now })
  expect((await tried({ _id: 'a', dueAt: next, run: { ...run, heldUntil: next } }, start)).changed).toEqual({})
  // Another version has done it since.
  expect((await tried({ _id: 'a', dueAt: next, run }, start)).changed).toEqual({ dueAt: now })
  expect((await tried({ _id: 'a', dueAt: at('02:00:00') }, start)).changed).toEqual({})
})

const held: HeldChore = { _id: 'a', dueAt: now, run }
const further = { ...run, after: 'cus_b', accounts: 100 }

test('the position is kept under the lease, which is renewed with it', async () => {
  const { changed, result } = await tried(held, () => chores.keep(held, further, now))
  expect(changed).toEqual({ dueAt: leaseEnd, run: { ...further, heldUntil: leaseEnd } })
  expect(result).toMatchObject({ dueAt: leaseEnd, run: { after: 'cus_b' } })
})

test('one that is left can be taken from then on, and goes on', async () => {
  const { changed } = await tried(held, () => chores.leave(held, leaseEnd))
  expect(changed).toEqual({ dueAt: leaseEnd, run: { ...run, heldUntil: leaseEnd } })
  expect((await chores.take('a', leaseEnd))?.run.after).toBe('cus_a')
})

test('what was found is kept when it is done', async () => {
  const { changed } = await tried(held, () => chores.done(held, now, next))
  expect(changed).toEqual({ dueAt: next, run: null, last: { ...emptyComparison(), endedAt: now } })
})

test.each<[string, (own: HeldChore) => Promise<unknown>]>([
  ['keeps', (own) => chores.keep(own, further, now)],
  ['leaves', (own) => chores.leave(own, next)],
  ['ends', (own) => chores.done(own, now, next)],
])('a replica whose lease another has taken %s nothing', async (_, act) => {
  const { changed } = await tried({ ...held, dueAt: leaseEnd }, () => act(held))
  expect(changed).toEqual({})
})
