import { openDatabase } from '@utter/testing/setup/databases'
import { tryBesideTwin } from '@utter/testing/try-update'
import { expect, test } from 'vitest'
import { nextNight } from '../../src/lifecycle/nightly.ts'
import { openChores } from '../../src/store/chores.ts'

test.each([
  ['2026-03-20T12:00:00.000Z', '2026-03-21T03:00:00.000Z'],
  ['2026-03-20T02:59:59.999Z', '2026-03-20T03:00:00.000Z'],
  ['2026-03-20T03:00:00.000Z', '2026-03-21T03:00:00.000Z'],
])('the night after %s is %s', (now, night) => {
  expect(nextNight(new Date(now))).toEqual(new Date(night))
})

test('a chore is planned once, leased by one replica, and due again after it is done; others stay', async () => {
  const mongo = await openDatabase('chores')
  const chores = await openChores(mongo.connection)
  const [now, next] = [new Date('2026-03-20T03:00:00Z'), new Date('2026-03-21T03:00:00Z')]
  for (const id of ['a', 'b']) await chores.plan(id, now)
  await chores.plan('a', next)
  const { leased } = await chores.lease(now)
  expect(leased.map(({ _id }) => _id).sort()).toEqual(['a', 'b'])
  expect((await chores.lease(now)).leased).toEqual([])
  const [first, second] = leased
  if (!first || !second) throw new Error('nothing was leased')
  await chores.done(second, next)
  expect((await chores.lease(next)).leased.map(({ _id }) => _id).sort()).toEqual(['a', 'b'])
  // Leased anew meanwhile: a replica that was slow plans nothing.
  await chores.done(first, new Date('2026-03-30T03:00:00Z'))
  expect((await chores.lease(new Date('2026-03-22T03:00:00Z'))).leased).toHaveLength(2)
  const chore = { _id: 'c', dueAt: now }
  const { changed } = await tryBesideTwin(mongo.connection, 'chores', chore, (own) => chores.done(own, next))
  expect(changed).toEqual({ dueAt: next })
  await mongo.close()
})
