import { randomUUID } from 'node:crypto'
import { type Mongo, openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'
import { type ConversationStore, openConversations } from '../../src/store/conversations.ts'

let mongo: Mongo
let conversations: ConversationStore
beforeAll(async () => {
  const { MONGO_URL } = inject('backing')
  mongo = await openMongo(MONGO_URL, `chat-${randomUUID().slice(0, 8)}`, createLog('chat', 'silent'))
  conversations = await openConversations(mongo.connection)
})
afterAll(() => mongo.close())

const now = new Date('2026-03-20T12:00:00Z')
const turn = (id: string) => ({ id, message: `question ${id}`, reply: `answer ${id}` })
const idsOf = async (session: string, at = now) => (await conversations.turns('u', session, at)).map(({ id }) => id)

test('first turns of a conversation that come at once are all remembered', async () => {
  const sessions = Array.from({ length: 20 }, () => randomUUID())
  const ids = ['a', 'b', 'c', 'd']
  await Promise.all(sessions.flatMap((session) => ids.map((id) => conversations.remember('u', session, turn(id), now))))
  for (const session of sessions) expect((await idsOf(session)).sort()).toEqual(ids)
})

test('a first turn whose insertion comes second is remembered beside the other', async () => {
  const session = randomUUID()
  // The database's answer to the second of two insertions at once.
  const { collection } = mongo.connection.model('conversations')
  const updateOne = collection.updateOne.bind(collection)
  let isFirst = true
  collection.updateOne = (async (...given: Parameters<typeof updateOne>) => {
    if (!isFirst) return updateOne(...given)
    isFirst = false
    await conversations.remember('u', session, turn('other'), now)
    throw Object.assign(new Error('E11000 duplicate key error'), { code: 11_000 })
  }) as typeof collection.updateOne
  try {
    await conversations.remember('u', session, turn('mine'), now)
  } finally {
    collection.updateOne = updateOne
  }
  expect(await idsOf(session)).toEqual(['other', 'mine'])
})

test('a turn is remembered once, however often it is stored; ten are, for a day', async () => {
  const session = randomUUID()
  for (let i = 0; i < 12; i++) await conversations.remember('u', session, turn(String(i)), now)
  await Promise.all([1, 2, 3].map(() => conversations.remember('u', session, turn('11'), now)))
  expect(await idsOf(session)).toEqual(Array.from({ length: 10 }, (_, i) => String(i + 2)))
  expect(await idsOf(session, new Date(now.getTime() + 24 * 3_600_000 + 1))).toEqual([])
})
