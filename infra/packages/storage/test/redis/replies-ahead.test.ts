import { randomUUID } from 'node:crypto'
import { createLog } from '@utter/telemetry/log'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openRedis, type RedisClient, whenReady } from '../../src/redis/open.ts'
import { createRepliesAhead, type ReplyAhead } from '../../src/redis/replies-ahead.ts'

/** Other files have lists of their own. */
const waiting = `replies-${randomUUID()}`
const opened: RedisClient[] = []
async function aReplica() {
  const redis = openRedis(inject('backing').REDIS_URL, createLog('test', 'silent'))
  opened.push(redis)
  await whenReady(redis)
  return { redis, replies: createRepliesAhead(redis, waiting) }
}
afterEach(() => {
  for (const redis of opened.splice(0)) redis.disconnect()
})
beforeEach(async () => void (await (await aReplica()).redis.del(waiting)))

const aReply = (jobId = randomUUID()): Omit<ReplyAhead, 'writing'> => ({
  ...{ jobId, attempt: 1, userId: randomUUID(), voiceId: 'joe', language: 'en' },
  ttsSettings: { stability: 0.5, similarityBoost: 0.5, style: 0, speakerBoost: false },
})
const { signal } = new AbortController()

/** Reads a reply, and keeps what was read and how that ended. */
function follow(sentences: AsyncIterable<string>) {
  const read: string[] = []
  const over = (async () => {
    for await (const sentence of sentences) read.push(sentence)
    return 'whole'
  })().catch(({ message }: Error) => message)
  return { read, over }
}

test('sentences reach another process as they are written; each reply is taken once, the newest first', async () => {
  const [chat, one, two] = [await aReplica(), await aReplica(), await aReplica()]
  const [older, newer] = [aReply(), aReply()]
  const written = chat.replies.begin(older)
  // Nothing to be spoken yet.
  expect(await one.replies.take()).toBeUndefined()
  await written.add('First. ')
  await chat.replies.begin(newer).add('Another. ')
  expect(await one.replies.take()).toMatchObject(newer)
  const reply = await two.replies.take()
  expect(reply).toMatchObject(older)
  expect(await one.replies.take()).toBeUndefined()
  const { read, over } = follow(two.replies.sentences(reply as ReplyAhead, signal))
  await expect.poll(() => read).toEqual(['First. '])
  await written.add('Second. ')
  await expect.poll(() => read).toEqual(['First. ', 'Second. '])
  await written.end()
  expect(await over).toBe('whole')
})

test('a reply that is broken off, or gone, is no longer read; one that has ended is not taken', async () => {
  const { redis, replies } = await aReplica()
  const [broken, gone] = [replies.begin(aReply()), replies.begin(aReply())]
  await broken.add('Broken. ')
  const first = (await replies.take()) as ReplyAhead
  await gone.add('Gone. ')
  const second = (await replies.take()) as ReplyAhead
  const [ofBroken, ofGone] = [follow(replies.sentences(first, signal)), follow(replies.sentences(second, signal))]
  await expect.poll(() => [...ofBroken.read, ...ofGone.read]).toEqual(['Broken. ', 'Gone. '])
  await broken.breakOff()
  await redis.del(`reply:${second.writing}`)
  expect(await Promise.all([ofBroken.over, ofGone.over])).toEqual(Array(2).fill('The reply was broken off'))
  const ended = replies.begin(aReply())
  await ended.add('Ended. ')
  await ended.end()
  expect(await replies.take()).toBeUndefined()
})

test('a reply of a single sentence is not announced; what waits is bounded, and all of it has an end of its own', async () => {
  const { redis, replies } = await aReplica()
  await replies.begin(aReply()).end()
  expect(await redis.exists(waiting)).toBe(0)
  for (let count = 0; count < 70; count++) await replies.begin(aReply()).add('One. ')
  expect(await redis.llen(waiting)).toBe(64)
  const { writing } = (await replies.take()) as ReplyAhead
  for (const key of [waiting, `reply:${writing}`]) expect(await redis.pttl(key)).toBeGreaterThan(0)
})
