import { randomUUID } from 'node:crypto'
import { systemClock as clock } from '@utter/runtime/clock'
import { openClaims } from '@utter/storage/claims'
import { createClaimsOfAccounts, refuseDeleted } from '@utter/storage/claims-of-accounts'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openErasure } from '@utter/storage/erasure'
import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { expect, test } from 'vitest'
import { accountState } from '../../src/consumes/account-state.ts'
import type { WorkDeps } from '../../src/deps.ts'
import type { ChatProvider } from '../../src/domain/chat-model.ts'
import type { Reply } from '../../src/domain/reply.ts'
import { answer } from '../../src/lifecycle/answer.ts'
import { eraseAccount } from '../../src/lifecycle/erase-account.ts'
import { openConversations } from '../../src/store/conversations.ts'
import { workAlone, workDeps } from '../support/work-alone.ts'

const log = createLog('chat', 'silent')

const mongo = await closedAfterAll(openDatabase('chat-erasure'))
const deleted = await openDeletedAccounts(mongo.connection)
const claims = refuseDeleted(await openClaims<Reply>(mongo.connection), deleted)
const conversations = await openConversations(mongo.connection)
const replies = createClaimsOfAccounts<Reply>(mongo.connection)
const erase = (userId: string) => eraseAccount({ replies, conversations }, userId)
const erasure = await closedAfterAll(openErasure({ deleted, erase, clock, log }))

const at = '2026-03-20T12:00:00.000Z'
const state = (userId: string, more: { deleted?: true } = {}) =>
  accountState({ erasure, claims, conversations, clock }).handle(
    { username: '', email: '', signedUpAt: at, ...more },
    { userId, version: 2, occurredAt: at },
  )
const left = async (userId: string) => [
  await mongo.connection.collection('claims').countDocuments({ userId }),
  await mongo.connection.collection('conversations').countDocuments({ userId }),
]

/** The deps of a worker whose model answers so. */
const answering = (reply: ChatProvider['reply']) => workDeps({ claims, conversations, deleted }, reply)
const spoken = async () => ({ text: 'Hello.', tokens: 2 })

async function work(userId: string, deps: WorkDeps) {
  const { outcome, published } = await workAlone(deps, { userId })
  return { outcome, types: published.map(({ event }) => event.type) }
}

test('replies and conversations of a deleted account are removed, and those of another stay', async () => {
  const [mine, other] = [randomUUID(), randomUUID()]
  for (const userId of [mine, other]) expect((await work(userId, answering(spoken))).outcome).toBe('finished')
  expect(await left(mine)).toEqual([1, 1])
  await state(mine, { deleted: true })
  expect([await left(mine), await left(other)]).toEqual([
    [0, 0],
    [1, 1],
  ])
})

test('any other state of an account changes nothing', async () => {
  const userId = randomUUID()
  await work(userId, answering(spoken))
  await state(userId)
  expect(await left(userId)).toEqual([1, 1])
})

test('a request that is consumed late calls no model and leaves nothing', async () => {
  const userId = randomUUID()
  await state(userId, { deleted: true })
  let calls = 0
  const { outcome, types } = await work(
    userId,
    answering(async () => {
      calls++
      return spoken()
    }),
  )
  expect([outcome, types, calls]).toEqual(['finished', ['step-failed'], 0])
  expect(await left(userId)).toEqual([0, 0])
})

test('a reply that is written while the account is deleted is reported to nobody and kept nowhere', async () => {
  const userId = randomUUID()
  const deps = answering(async () => {
    await state(userId, { deleted: true })
    return spoken()
  })
  expect(await work(userId, deps)).toEqual({ outcome: 'dropped', types: ['chat-started'] })
  expect(await left(userId)).toEqual([0, 0])
})

test('a conversation that goes on while the account is deleted is not remembered', async () => {
  const userId = randomUUID()
  const deps = answering(async () => {
    await state(userId, { deleted: true })
    return spoken()
  })
  const question = { userId, sessionId: 'talk', message: 'Hello?', turnId: randomUUID() }
  await answer(deps, question, [], { signal: new AbortController().signal })
  expect(await left(userId)).toEqual([0, 0])
})
