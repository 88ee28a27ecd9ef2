import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { expect, test } from 'vitest'
import { openConversations } from '../../src/store/conversations.ts'

const mongo = await closedAfterAll(openDatabase('chat'))
const conversations = await openConversations(mongo.connection)

const now = new Date('2026-03-20T12:00:00Z')
const day = 24 * 3_600_000
const later = (ms: number) => new Date(now.getTime() + ms)
const turn = (id: string) => ({ id, message: `question ${id}`, reply: `answer ${id}` })
const idsOf = async (session: string, at = now) => (await conversations.turns('u', session, at)).map(({ id }) => id)

test('first turns of a conversation that come at once are all remembered', async () => {
  const sessions = Array.from({ length: 20 }, () => randomUUID())
  const ids = ['a', 'b', 'c', 'd']
  await Promise.all(sessions.flatMap((session) => ids.map((id) => conversations.remember('u', session, turn(id), now))))
  for (const session of sessions) expect((await idsOf(session)).sort()).toEqual(ids)
})

/** Runs `act` while the next update of the database fails so, after `meanwhile`. */
async function failing(error: Error, act: () => Promise<unknown>, meanwhile = async () => {}): Promise<void> {
  const { collection } = mongo.connection.model('conversations')
  const updateOne = collection.updateOne.bind(collection)
  let isFirst = true
  collection.updateOne = (async (...given: Parameters<typeof updateOne>) => {
    if (!isFirst) return updateOne(...given)
    isFirst = false
    await meanwhile()
    throw error
  }) as typeof collection.updateOne
  try {
    await act()
  } finally {
    collection.updateOne = updateOne
  }
}
/** The database's answer to the second of two insertions at once. */
const duplicate = () => Object.assign(new Error('E11000 duplicate key error'), { code: 11_000 })

test.each([
  ['beside the other', 'mine', ['other', 'mine']],
  ['once, where the other one is the same', 'other', ['other']],
])('a first turn whose insertion comes second is remembered %s', async (_name, id, ids) => {
  const session = randomUUID()
  const remember = (one: string) => conversations.remember('u', session, turn(one), now)
  await failing(
    duplicate(),
    () => remember(id),
    () => remember('other'),
  )
  expect(await idsOf(session)).toEqual(ids)
})

test('a turn that cannot be stored is an error', async () => {
  const session = randomUUID()
  const remember = () => conversations.remember('u', session, turn('a'), now)
  await failing(new Error('not primary'), () => expect(remember()).rejects.toThrow('not primary'))
  expect(await idsOf(session)).toEqual([])
})

test('a turn is remembered once, however often it is stored; ten are, for a day', async () => {
  const session = randomUUID()
  for (let i = 0; i < 12; i++) await conversations.remember('u', session, turn(String(i)), now)
  await Promise.all([1, 2, 3].map(() => conversations.remember('u', session, turn('11'), now)))
  expect(await idsOf(session)).toEqual(Array.from({ length: 10 }, (_, i) => String(i + 2)))
  expect(await idsOf(session, later(day - 1))).toHaveLength(10)
  expect(await idsOf(session, later(day))).toEqual([])
})

test('a turn after the end of a conversation begins another, and one before it makes it last a day longer', async () => {
  const [session, over] = [randomUUID(), randomUUID()]
  const { collection } = mongo.connection.model('conversations')
  const count = () => collection.countDocuments({ _id: `u:${over}` as never })
  for (const one of [over, session]) await conversations.remember('u', one, turn('a'), now)
  await conversations.remember('u', session, turn('b'), later(day - 1))
  expect(await idsOf(session, later(day))).toEqual(['a', 'b'])
  await conversations.remember('u', session, turn('c'), later(2 * day - 1))
  expect(await idsOf(session, later(2 * day))).toEqual(['c'])
  // Another one that is over is left to the sweep.
  expect(await count()).toBe(1)
  await conversations.removeExpired(later(day - 1))
  expect(await count()).toBe(1)
  await conversations.removeExpired(later(day))
  expect(await count()).toBe(0)
  expect(await idsOf(session, later(2 * day))).toEqual(['c'])
})

test('a turn, and all of them, are removed from the conversations of the account alone', async () => {
  const sessions = [randomUUID(), randomUUID()]
  const [session = '', other = ''] = sessions
  for (const userId of ['owner', 'stranger'])
    for (const one of sessions) for (const id of ['a', 'b']) await conversations.remember(userId, one, turn(id), now)
  const of = async (userId: string, one: string) =>
    (await conversations.turns(userId, one, now)).map(({ id }) => id).join()
  const all = async () => [await of('owner', session), await of('owner', other), await of('stranger', session)]
  await conversations.removeTurn('owner', 'a')
  expect(await all()).toEqual(['b', 'b', 'a,b'])
  await conversations.removeOf('owner')
  expect(await all()).toEqual(['', '', 'a,b'])
})
