import { randomUUID } from 'node:crypto'
import { AudioStored } from '@utter/contracts/events/audio-stored'
import { ChatStarted } from '@utter/contracts/events/chat-started'
import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '../../src/domain/job/job.ts'
import { retried } from '../../src/domain/job/new-job.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { audio, openLifecycle, signedUpAt } from '../support/open-lifecycle.ts'

const day = 24 * 3_600_000
const present = { chat: 'local/small', speech: { default: 'piper/joe-1/joe', slt: 'flite/2/slt' } }

const lifecycle = await closedAfterAll(openLifecycle('jobs-cache'))

beforeEach(() => lifecycle.become(present))

/** The whole job, as workers of the present versions report it. */
async function speak(
  userId: string,
  more: Record<string, unknown> = {},
  kind: Job['kind'] = 'tts',
  checked?: 'shape' | 'words',
): Promise<Job> {
  const { _id: jobId } = await lifecycle.submit(userId, more, kind)
  if (kind === 'reply') {
    await lifecycle.handle(ChatStarted, userId, { jobId, attempt: 1 })
    const reply = { reply: 'Well', tokens: 1, provider: 'local', model: 'small' }
    await lifecycle.handle(ReplyWritten, userId, { jobId, attempt: 1, ...reply })
  }
  await lifecycle.handle(SpeechStarted, userId, { jobId, attempt: 1 })
  const made = { provider: 'piper', model: 'joe-1', voice: 'joe' }
  await lifecycle.handle(AudioStored, userId, { jobId, attempt: 1, audio, ...made, ...(checked && { checked }) })
  return lifecycle.read(userId, jobId)
}
const again = async (userId: string, more: Record<string, unknown> = {}, kind: Job['kind'] = 'tts') => {
  const { job } = await submit(lifecycle.deps, lifecycle.draft(userId, more, kind), { signedUpAt })
  return job
}

test.each<Job['kind']>(['tts', 'reply'])(
  'a %s that is the same is completed at once, free, and names the job that was spoken',
  async (kind) => {
    const userId = await lifecycle.account('free')
    const first = await speak(userId, {}, kind)
    const { used } = await lifecycle.allowance(userId)
    const second = await again(userId, {}, kind)
    expect(second).toMatchObject({
      status: 'completed',
      cached: true,
      sameAs: first._id,
      audio: first.audio,
      progress: 100,
      call: { owed: false },
      ...(kind === 'reply' && { aiResponse: 'Well' }),
    })
    expect(second._id).not.toBe(first._id)
    // A third one names the first as well: only a job that was spoken is reused.
    expect(await again(userId, {}, kind)).toMatchObject({ cached: true, sameAs: first._id })
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
    expect(await lifecycle.allowance(userId)).toMatchObject({ used, totals: { completed: 3, failed: 0 } })
    const finished = lifecycle.published.filter(
      ({ event, userId: owner }) => owner === userId && event.type === 'job-finished',
    )
    expect(new Set(finished.map(({ data }) => (data as { jobId: string }).jobId)).size).toBe(3)
    expect(finished.find(({ data }) => (data as { jobId: string }).jobId === second._id)?.data).toMatchObject({
      cached: true,
      owed: false,
    })
  },
)

test('a sound whose words could not be heard is used for none that asks for it, while vendors are heard', async () => {
  const userId = await lifecycle.account('enterprise')
  const asked = { check: 'words' }
  const unheard = await speak(userId, asked, 'tts', 'shape')
  expect(await again(userId, asked)).toMatchObject({ cached: true, sameAs: unheard._id })
  lifecycle.become({ ...present, hearing: true })
  expect(await again(userId, asked)).not.toMatchObject({ cached: true })
  const heard = await speak(userId, { ...asked, userText: 'Another' }, 'tts', 'words')
  expect(await again(userId, { ...asked, userText: 'Another' })).toMatchObject({ cached: true, sameAs: heard._id })
})

test('a free account without a call left still has what it has been given', async () => {
  const userId = await lifecycle.account('free', 1)
  await speak(userId)
  expect(await again(userId)).toMatchObject({ status: 'completed', cached: true })
  await expect(again(userId, { userText: 'Another' })).rejects.toMatchObject({ status: 402 })
})

test('twenty equal requests at once: each is a job of its own, and those that were paid are those that were spoken', async () => {
  const userId = await lifecycle.account('enterprise')
  await speak(userId)
  const jobs = await Promise.all(Array.from({ length: 20 }, () => again(userId)))
  expect(new Set(jobs.map(({ _id }) => _id)).size).toBe(20)
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  expect((await lifecycle.allowance(userId)).used).toBe(1)
})

describe('it is spoken anew', () => {
  test.each<[string, Record<string, unknown>]>([
    ['another text', { userText: 'Good evening' }],
    ['another voice', { voiceId: 'slt' }],
    ['another setting', { ttsSettings: { style: 0.21 } }],
  ])('for %s', async (_what, more) => {
    const userId = await lifecycle.account('free')
    await speak(userId)
    expect(await again(userId, more)).toMatchObject({ status: 'pending', cached: false })
  })

  test('but not where the default settings are given', async () => {
    const userId = await lifecycle.account('free')
    await speak(userId)
    expect((await again(userId, { ttsSettings: { style: 0.2, speakerBoost: true } })).cached).toBe(true)
  })

  test('for a reply in place of the text itself', async () => {
    const userId = await lifecycle.account('free')
    await speak(userId)
    expect((await again(userId, {}, 'reply')).cached).toBe(false)
  })

  test('for a reply in a session with memory, and never from one', async () => {
    const userId = await lifecycle.account('creator')
    await speak(userId, {}, 'reply')
    expect((await again(userId, { sessionId: 's' }, 'reply')).cached).toBe(false)
    await speak(userId, { sessionId: 's', userText: 'Hello' }, 'reply')
    expect((await again(userId, { userText: 'Hello' }, 'reply')).cached).toBe(false)
    // Earlier turns do not change a text that is spoken as it is.
    await speak(userId, { sessionId: 's', userText: 'Hello' })
    expect((await again(userId, { userText: 'Hello', sessionId: 't' })).cached).toBe(true)
  })

  test('for another account', async () => {
    await speak(await lifecycle.account('free'))
    expect((await again(await lifecycle.account('free'))).cached).toBe(false)
  })

  test('a day after the end of the first', async () => {
    const userId = await lifecycle.account('creator')
    const { completedAt } = await speak(userId)
    lifecycle.goTo(new Date((completedAt?.getTime() ?? 0) + day))
    expect((await again(userId)).cached).toBe(true)
    lifecycle.passMs(1)
    expect((await again(userId)).cached).toBe(false)
  })

  test.each([
    ['another version of the voice', { ...present, speech: { default: 'piper/joe-2/joe' } }, 'tts'],
    ['another voice under the same id', { ...present, speech: { default: 'flite/2/slt' } }, 'tts'],
    ['another chat model', { ...present, chat: 'openai/gpt-4o-mini' }, 'reply'],
    ['versions that are not known', {}, 'tts'],
  ] as const)('with %s', async (_what, versions, kind) => {
    const userId = await lifecycle.account('free')
    await speak(userId, {}, kind)
    lifecycle.become(versions)
    expect((await again(userId, {}, kind)).cached).toBe(false)
  })

  test('where it is asked for', async () => {
    const userId = await lifecycle.account('free')
    await speak(userId)
    const { job } = await submit(lifecycle.deps, lifecycle.draft(userId), { signedUpAt, isFresh: true })
    expect(job.cached).toBe(false)
  })

  test('spoken without word timestamps, where they are needed', async () => {
    const userId = await lifecycle.account('creator')
    const first = await speak(userId)
    const withWords = async () => {
      const options = { signedUpAt, needsWords: true }
      return (await submit(lifecycle.deps, lifecycle.draft(userId), options)).job.cached
    }
    expect(await withWords()).toBe(false)
    await lifecycle.deps.jobs.update({ _id: first._id, userId }, { $set: { words: true } })
    expect(await withWords()).toBe(true)
  })

  test('as a retry, and after one that began from a reply', async () => {
    const userId = await lifecycle.account('creator')
    const first = await speak(userId, {}, 'reply')
    const retry = retried(lifecycle.draft(userId, {}, 'reply'), first, 'start')
    expect((await submit(lifecycle.deps, retry, { signedUpAt })).job.cached).toBe(false)
    const fromReply = retried(lifecycle.draft(userId, { voiceId: 'slt' }, 'reply'), first, 'reply')
    expect(fromReply.cacheKey).toBeUndefined()
  })

  test('after a failure', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId)
    await lifecycle.deps.jobs.update({ _id, userId }, { $set: { status: 'failed', completedAt: lifecycle.now() } })
    expect((await again(userId)).cached).toBe(false)
  })

  test('where the first is no longer there when its sound is to be taken', async () => {
    const userId = await lifecycle.account('creator')
    const first = await speak(userId)
    const { jobs } = lifecycle.deps
    const gone = {
      ...lifecycle.deps,
      jobs: { ...jobs, read: async (owner: string, id: string) => (id === first._id ? null : jobs.read(owner, id)) },
    }
    const { job } = await submit(gone, lifecycle.draft(userId), { signedUpAt })
    expect(job).toMatchObject({ status: 'pending', cached: false, call: { owed: true } })
    expect(job.sameAs).toBeUndefined()
  })
})

test('a request id that is repeated is the same job, from the cache or not', async () => {
  const userId = await lifecycle.account('free')
  await speak(userId)
  const requestId = randomUUID()
  const first = await again(userId, { requestId })
  expect(first.cached).toBe(true)
  expect((await again(userId, { requestId }))._id).toBe(first._id)
})
