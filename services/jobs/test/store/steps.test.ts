import { AudioStored } from '@utter/contracts/events/audio-stored'
import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { randomOf, shuffled } from '@utter/testing/seeded-random'
import { describe, expect, test } from 'vitest'
import { audio, openLifecycle } from '../support/open-lifecycle.ts'
import { finishedOf, overdue, reports, requestsOf } from '../support/reports.ts'

const instant = '2026-02-03T04:05:06.789Z'

const lifecycle = await closedAfterAll(openLifecycle('jobs-steps'))

test('a reply goes through its steps one by one, and each step is one version', async () => {
  const userId = await lifecycle.account('free')
  const { _id } = await lifecycle.submit(userId, {}, 'reply')
  const report = reports(lifecycle, userId, _id)
  const seen: string[] = []
  for (const step of [
    report.chatStarted,
    report.replyWritten,
    report.speechStarted,
    report.spokenHalf,
    report.audioStored,
  ]) {
    await step()
    const { version, status, progress } = await lifecycle.read(userId, _id)
    seen.push(`${version} ${status} ${progress}`)
  }
  expect(seen).toEqual(['2 processing 10', '3 processing 40', '4 processing 50', '5 processing 70', '6 completed 100'])
  expect(await lifecycle.read(userId, _id)).toMatchObject({ aiResponse: 'Well', audio, call: { owed: true } })
  expect(requestsOf(lifecycle, _id)).toEqual(['chat-requested 1', 'speech-requested 1'])
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})

test('a job keeps what its reply and its sound were made with, as far as the workers told', async () => {
  const userId = await lifecycle.account('free')
  const { _id: jobId } = await lifecycle.submit(userId, {}, 'reply')
  const chat = { provider: 'openai', model: 'm', tokens: 7 }
  const speech = { provider: 'piper', model: 'joe-1', voice: 'joe', characters: 4, recordings: 2, storingAt: instant }
  await lifecycle.handle(ReplyWritten, userId, { jobId, attempt: 1, reply: 'Well', ...chat })
  expect(await lifecycle.read(userId, jobId)).toMatchObject({ work: { chat } })
  await lifecycle.handle(AudioStored, userId, { jobId, attempt: 1, audio, ...speech })
  expect(await lifecycle.read(userId, jobId)).toMatchObject({ audio, work: { chat, speech } })

  const { _id: older } = await lifecycle.submit(userId, {}, 'tts')
  await reports(lifecycle, userId, older).audioStored()
  expect((await lifecycle.read(userId, older)).work).toEqual({ speech: {} })
})

describe('each report sent twice changes nothing the second time', () => {
  type Reports = ReturnType<typeof reports>
  const begun = (report: Reports) => [report.chatStarted, report.replyWritten, report.speechStarted]
  test.each<[string, (report: Reports) => (() => Promise<void>)[]]>([
    ['chat-started', (report) => [report.chatStarted]],
    ['reply-written', (report) => [report.chatStarted, report.replyWritten]],
    ['speech-started', begun],
    ['speech-progressed', (report) => [...begun(report), report.spokenHalf]],
    ['audio-begun', (report) => [...begun(report), report.audible]],
    ['audio-begun while the reply is written', (report) => [report.chatStarted, report.audible]],
    ['audio-begun before anything else', (report) => [report.audible]],
    ['audio-stored', (report) => [...begun(report), report.audioStored]],
    ['step-failed', (report) => [...begun(report), () => report.failed('speech')]],
    ['step-postponed', (report) => [report.chatStarted, () => report.postponed('chat')]],
  ])('%s', async (_name, stepsOf) => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId, {}, 'reply')
    const steps = stepsOf(reports(lifecycle, userId, _id))
    for (const step of steps) await step()
    await lifecycle.flushed()
    const once = await lifecycle.read(userId, _id)
    expect(once.version).toBe(1 + steps.length)
    await steps.at(-1)?.()
    await lifecycle.flushed()
    expect(await lifecycle.read(userId, _id)).toEqual(once)
  })
})

describe('steps doubled, late and in any order', () => {
  test.each(Array.from({ length: 18 }, (_, seed) => [seed]))('seed %i: one end, one call', async (seed) => {
    const random = randomOf(seed)
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId, {}, seed % 4 ? 'reply' : 'tts')
    const report = reports(lifecycle, userId, _id)
    const all = [
      report.chatStarted,
      report.replyWritten,
      report.speechStarted,
      report.spokenHalf,
      report.spokenMost,
      report.audible,
      report.audioStored,
      ...(seed % 3 === 1 ? [() => report.failed('speech')] : []),
      ...(seed % 3 === 2 ? [() => report.postponed('chat'), () => report.postponed('speech')] : []),
    ]
    let rank = 0
    for (const step of shuffled([...all, ...all], random)) {
      await step()
      const job = await lifecycle.read(userId, _id)
      expect(job.rank).toBeGreaterThanOrEqual(rank)
      rank = job.rank
      expect(await lifecycle.violations(userId)).toEqual([])
    }
    const job = await lifecycle.read(userId, _id)
    expect(['completed', 'failed']).toContain(job.status)
    expect(job.timeline).toHaveLength(job.version)
    expect(new Set(finishedOf(lifecycle, _id).map(({ version }) => version))).toEqual(new Set([job.version]))
    await lifecycle.sweep(userId)
    expect((await lifecycle.allowance(userId)).used).toBe(job.status === 'completed' ? 1 : 0)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test.each(Array.from({ length: 4 }, (_, seed) => [seed]))('seed %i: also when all come at once', async (seed) => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId, {}, 'reply')
    const report = reports(lifecycle, userId, _id)
    const all = [report.chatStarted, report.replyWritten, report.speechStarted, report.spokenHalf, report.audioStored]
    await Promise.all(shuffled([...all, ...all], randomOf(seed)).map((step) => step()))
    expect((await lifecycle.read(userId, _id)).status).toBe('completed')
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })
})

test('a step of a job that never was is passed over', async () => {
  const userId = await lifecycle.account('free')
  await reports(lifecycle, userId, '6f1c1bb4-52a1-4d49-a2ad-17a1bd7e5d37').audioStored()
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})

test("nobody's step moves another account's job", async () => {
  const [owner, stranger] = [await lifecycle.account('free'), await lifecycle.account('free')]
  const { _id } = await lifecycle.submit(owner)
  await reports(lifecycle, stranger, _id).audioStored()
  expect((await lifecycle.read(owner, _id)).status).toBe('pending')
})

describe('a step that failed', () => {
  test.each(['chat', 'speech'] as const)('in %s ends the job with its sentence and refunds the call', async (stage) => {
    const userId = await lifecycle.account('free', 1)
    const { _id } = await lifecycle.submit(userId, {}, 'reply')
    const report = reports(lifecycle, userId, _id)
    await report.chatStarted()
    if (stage === 'speech') {
      await report.replyWritten()
      await report.speechStarted()
    }
    await report.failed(stage)
    expect(await lifecycle.read(userId, _id)).toMatchObject({
      status: 'failed',
      error: 'There is no such voice',
      code: 'unknown_voice',
      call: { owed: false },
    })
    expect((await lifecycle.submit(userId)).status).toBe('pending')
  })
  test('of an attempt that is over changes nothing', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId)
    const report = reports(lifecycle, userId, _id)
    await report.postponed('speech')
    lifecycle.passMs(21_000)
    await overdue(lifecycle, userId, _id)
    await report.failed('speech')
    expect((await lifecycle.read(userId, _id)).status).toBe('pending')
  })
  test('of chat changes nothing once the reply is written', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId, {}, 'reply')
    const report = reports(lifecycle, userId, _id)
    await report.replyWritten()
    await report.failed('chat')
    expect((await lifecycle.read(userId, _id)).status).toBe('processing')
  })
})

test('a step unsets the mark of the change before, which need not be published any more', async () => {
  const userId = await lifecycle.account('free')
  const { _id } = await lifecycle.submit(userId, {}, 'reply')
  const stale = await lifecycle.read(userId, _id)
  expect(stale.unpublishedSince).toBeDefined()
  await reports(lifecycle, userId, _id).chatStarted()
  expect((await lifecycle.read(userId, _id)).unpublishedSince).toBeUndefined()
  // The relay that published the change before is late, and unsets nothing.
  await lifecycle.deps.jobs.outbox.markPublished([stale])
  expect(await lifecycle.read(userId, _id)).toMatchObject({ version: 2, status: 'processing' })
})
