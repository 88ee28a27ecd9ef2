import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { beforeEach, expect, test, vi } from 'vitest'
import { accountEvents } from '../../src/features/jobs/live/account-events.ts'
import { followJob } from '../../src/features/jobs/live/follow-job.ts'
import type { LiveStreamOptions } from '../../src/lib/server/live-stream.ts'
import { createQueryClient } from '../../src/lib/server/query-client.ts'
import { aJob, jobViewOf } from '../answers/jobs.ts'
import { answer, serve } from '../support/support.tsx'

const jobId = aJob().id
const aiResponse = 'Hello. A harbour is safe.'
const running = jobViewOf(aJob({ status: 'processing', progress: 10, version: 2 }))
const written = jobViewOf(aJob({ status: 'processing', progress: 50, version: 3 }), [], { aiResponse })
const done = jobViewOf(aJob({ status: 'completed', progress: 100, version: 4 }), [], {
  aiResponse,
  audioUrl: '/audio/a.mp3',
})

beforeEach(() => {
  vi.useFakeTimers()
})

/** A job that is followed, by a stream of its own or by the account's. @param jobs as they are read, one after the other */
async function follow(jobs: JobView[], { hasSlot = true } = {}) {
  const { count } = serve({ [`GET /api/jobs/${jobId}`]: () => answer(jobs.length > 1 ? jobs.shift() : jobs[0]) })
  const [texts, sounds, heard, ended]: [string[], string[], string[][], JobView[]] = [[], [], [], []]
  let stream: LiveStreamOptions | undefined
  const end = followJob(createQueryClient(), jobId, (job) => ended.push(job), {
    onText: (text) => texts.push(text),
    onAudio: (url) => sounds.push(url),
    onWords: (words) => heard.push(words.map(({ word }) => word)),
    acquireSlot: async () => (hasSlot ? () => {} : undefined),
    follow: (options) => {
      stream = options
      return () => {}
    },
  })
  await vi.advanceTimersByTimeAsync(0)
  const tell = async (name: string, data: unknown) => {
    stream?.onEvent?.[name]?.(data)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { count, texts, sounds, heard, ended, end, tell, stream: () => stream! }
}

test('a job that is left before its turn comes opens no stream, and gives its place back', async () => {
  const [opened, released] = [vi.fn(() => () => {}), vi.fn()]
  const end = followJob(createQueryClient(), jobId, () => {}, { acquireSlot: async () => released, follow: opened })
  end()
  await vi.advanceTimersByTimeAsync(0)
  expect(released).toHaveBeenCalledOnce()
  expect(opened).not.toHaveBeenCalled()
})

test('the reply is handed on while it is written, then once whole, and its sound before that', async () => {
  const { texts, sounds, ended, tell, stream } = await follow([done])
  await tell('writing', { text: 'Hello.' })
  await tell('audio', { audioUrl: '/audio/live.mp3', live: true })
  await tell('writing', { text: 'Hello. A harbour' })
  expect(sounds).toEqual(['/audio/live.mp3'])
  await tell('reply', { text: aiResponse })
  // After a reconnect.
  await tell('reply', { text: aiResponse })
  stream().onMessage({ status: 'completed', progress: 100 }, '4')
  await vi.advanceTimersByTimeAsync(0)
  expect(texts).toEqual(['Hello.', 'Hello. A harbour', aiResponse])
  expect(ended).toEqual([done])
})

test('the words that can be heard so far are handed on; those that cannot be read are not', async () => {
  const { heard, tell } = await follow([running])
  const word = { word: 'Hello', start: 0, end: 0.4, estimated: false }
  await tell('words', { words: [word] })
  await tell('words', { words: 'Hello' })
  await tell('words', { words: [word, { ...word, word: 'A', start: 0.6, end: 0.7 }] })
  expect(heard).toEqual([['Hello'], ['Hello', 'A']])
})

test('a further attempt begins the text anew', async () => {
  const { texts, tell } = await follow([running])
  await tell('writing', { text: 'Hello. A' })
  await tell('writing', { text: 'Good' })
  expect(texts).toEqual(['Hello. A', 'Good'])
})

test('a text that is late, or none, is left out', async () => {
  const { texts, tell } = await follow([running])
  await tell('reply', { text: aiResponse })
  await tell('writing', { text: 'Hello.' })
  await tell('writing', { words: 2 })
  expect(texts).toEqual([aiResponse])
})

test('after a break of the stream the reply comes with the job, where it is written', async () => {
  const { texts, stream } = await follow([running, written])
  expect(await stream().shouldReopen()).toBe(true)
  expect(texts).toEqual([])
  expect(await stream().shouldReopen()).toBe(true)
  expect(texts).toEqual([aiResponse])
})

test('by the account’s stream the reply comes with the job, whole and once', async () => {
  const { texts, ended, stream } = await follow([running, written, done], { hasSlot: false })
  expect(stream()).toBeUndefined()
  accountEvents.emit({ jobId, status: 'processing', progress: 50, version: 3 })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(texts).toEqual([aiResponse])
  accountEvents.emit({ jobId, status: 'completed', progress: 100, version: 4 })
  await vi.advanceTimersByTimeAsync(1_000)
  expect([texts, ended]).toEqual([[aiResponse], [done]])
})

test('nothing is handed on once it has ended', async () => {
  const { texts, sounds, end, tell } = await follow([done])
  end()
  await tell('writing', { text: 'Hello.' })
  await tell('audio', { audioUrl: '/audio/live.mp3', live: true })
  await tell('reply', { text: aiResponse })
  expect([texts, sounds]).toEqual([[], []])
})
