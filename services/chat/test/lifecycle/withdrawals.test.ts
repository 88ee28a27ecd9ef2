import { randomUUID } from 'node:crypto'
import { systemClock as clock } from '@utter/runtime/clock'
import { openClaims } from '@utter/storage/claims'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { expect, test } from 'vitest'
import { jobCancelled } from '../../src/consumes/job-cancelled.ts'
import { jobDeleted } from '../../src/consumes/job-deleted.ts'
import type { Reply } from '../../src/domain/reply.ts'
import { openConversations } from '../../src/store/conversations.ts'
import { workAlone, workDeps } from '../support/work-alone.ts'

const at = '2026-03-20T12:00:00.000Z'

const mongo = await closedAfterAll(openDatabase('chat-withdrawals'))
const claims = await openClaims<Reply>(mongo.connection)
const conversations = await openConversations(mongo.connection)
const deps = { erasure: { erase: async () => {} }, claims, conversations, clock }

/** A request whose turn it is. */
async function work(userId: string, jobId: string) {
  let calls = 0
  const reply = async () => {
    calls++
    return { text: 'Hello.', tokens: 2 }
  }
  return { ...(await workAlone(workDeps({ claims, conversations }, reply), { userId, jobId })), calls }
}
const about = (userId: string) => ({ userId, version: 1, occurredAt: at })

test('a reply names the vendor and the model that wrote it', async () => {
  const [userId, jobId] = [randomUUID(), randomUUID()]
  const { published } = await work(userId, jobId)
  expect(published.at(-1)?.data).toEqual({
    ...{ jobId, attempt: 1, reply: 'Hello.', provider: 'openai', model: 'm', tokens: 2 },
  })
})

test('the request of a cancelled job asks no model and reports nothing', async () => {
  const [userId, jobId] = [randomUUID(), randomUUID()]
  await jobCancelled(deps).handle({ jobId }, about(userId))
  expect(await work(userId, jobId)).toEqual({ outcome: 'finished', calls: 0, published: [] })
})

test('of a deleted job no reply is left, in its claim or in the conversation, whose other turns stay', async () => {
  const [userId, jobId, other] = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of [other, jobId]) await work(userId, id)
  const turns = async () => (await conversations.turns(userId, 'talk', clock.now())).map(({ id }) => id)
  expect(await turns()).toEqual([other, jobId])
  for (let time = 0; time < 2; time++) {
    await jobDeleted(deps).handle({ jobId, audioOf: jobId }, about(userId))
    expect(await turns()).toEqual([other])
    expect(await claims.find(jobId, 'chat')).toMatchObject({ result: { withdrawn: true } })
  }
  expect(await claims.find(other, 'chat')).toMatchObject({ result: { value: { text: 'Hello.' } } })
  expect(await work(userId, jobId)).toEqual({ outcome: 'finished', calls: 0, published: [] })
})

const dayMs = 24 * 3_600_000
test.each([
  ['of the last two weeks', 13 * dayMs, 1],
  ['that ended before', 15 * dayMs, 0],
])('a deleted job %s is looked for in that many conversations', async (_when, agoMs, questions) => {
  const asked: string[] = []
  const watched = { removeTurn: async (_userId: string, id: string) => void asked.push(id) }
  const endedAt = new Date(clock.now().getTime() - agoMs).toISOString()
  const jobId = randomUUID()
  await jobDeleted({ ...deps, conversations: watched }).handle({ jobId, endedAt }, about(randomUUID()))
  expect(asked).toHaveLength(questions)
  expect(await claims.find(jobId, 'chat')).toMatchObject({ result: { withdrawn: true } })
})
