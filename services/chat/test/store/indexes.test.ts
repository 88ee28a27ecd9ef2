import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expectServed } from '@utter/testing/indexes/expect-served'
import { openWatched } from '@utter/testing/indexes/unserved-questions'
import { test } from 'vitest'
import { openConversations } from '../../src/store/conversations.ts'

const watched = await closedAfterAll(openWatched('chat'))

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
