import { randomUUID } from 'node:crypto'
import { expectServed } from '@utter/testing/indexes/expect-served'
import { openWatched } from '@utter/testing/indexes/unserved-questions'
import { afterAll, beforeAll, inject, test } from 'vitest'
import '@utter/testing/setup/provided'
import { openConversations } from '../../src/store/conversations.ts'

let watched: Awaited<ReturnType<typeof openWatched>>
beforeAll(async () => {
  watched = await openWatched(inject('backing').MONGO_URL, `chat-indexes-${randomUUID().slice(0, 8)}`)
})
afterAll(() => watched.close())

const now = new Date('2026-03-20T12:00:00Z')

test('every question about conversations is served by an index', async () => {
  const conversations = await openConversations(watched.connection)
  await expectServed(watched, conversations, {
    turns: () => conversations.turns('u', 's', now),
    remember: () => conversations.remember('u', 's', { id: 'j', message: 'Hello', reply: 'Hello' }, now),
    removeTurn: () => conversations.removeTurn('u', 'j'),
    removeOf: () => conversations.removeOf('u'),
    removeExpired: () => conversations.removeExpired(now),
  })
})
