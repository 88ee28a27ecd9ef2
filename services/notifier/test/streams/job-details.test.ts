import { randomUUID } from 'node:crypto'
import type { DetailsById, JobDetailsQuery } from '@utter/contracts/http/internal/jobs/get-job-details'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { createLog } from '@utter/telemetry/log'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { JobsClient } from '../../src/clients/jobs.ts'
import type { Change } from '../../src/domain/change.ts'
import { createJobDetails } from '../../src/streams/job-details.ts'
import { readDetails } from '../../src/streams/read-details.ts'
import type { OpenStream } from '../../src/streams/stream.ts'

const log = createLog('notifier', 'silent')
const second = 1_000
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Streams of jobs, read as the registry does; jobs answers with `present`, or not at all. */
function openStreams(count = 1) {
  const present: DetailsById = {}
  const asked: JobDetailsQuery['jobs'][] = []
  const seen = { isUnavailable: false, maxInFlight: 0, inFlight: 0 }
  const jobs = {
    details: async (named) => {
      asked.push(named)
      seen.maxInFlight = Math.max(seen.maxInFlight, ++seen.inFlight)
      const answer = Object.fromEntries(
        Object.entries(present).filter(([jobId]) => named.some(({ id }) => id === jobId)),
      )
      await new Promise((resolve) => setTimeout(resolve, 50))
      seen.inFlight--
      if (seen.isUnavailable) throw new Error('jobs is unavailable')
      return answer
    },
  } as Partial<JobsClient> as JobsClient
  const all = Array.from({ length: count }, (_, index) => {
    const sent: unknown[] = []
    const details = createJobDetails(
      (event, data) => void sent.push([event, data]),
      () => '/audio/j.mp3',
    )
    const job = { id: `j${index}`, sentVersion: () => 1, catchUp: () => {}, details }
    const stream = { userId: randomUUID(), job } as Partial<OpenStream> as OpenStream
    return { id: job.id, details, sent, stream }
  })
  const [one] = all
  if (!one) throw new Error('there is no stream')
  return {
    ...{ one, all, present, asked, seen },
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 250) {
        const turn = readDetails(
          all.map(({ stream }) => stream),
          { jobs, log },
        )
        await vi.advanceTimersByTimeAsync(250)
        await turn
      }
    },
  }
}
const view = (more: Partial<JobView> = {}) => ({ status: 'pending', timeline: [], ...more }) as unknown as JobView
const change = (step: string) => ({ step }) as Change
const at = (position: number) => ({ position, expectedSeconds: position * 7 })
const position = (count: number) => ['position', at(count)]
const reply = ['reply', { text: 'Well' }]

describe('the reply', () => {
  test('is read once it is written, and sent once', async () => {
    const { one, present, asked, pass } = openStreams()
    one.details.handleView(view())
    one.details.handleChange(change('chat-started'))
    await pass(5 * second)
    expect(asked).toEqual([])
    present[one.id] = { ...at(0), reply: 'Well' }
    one.details.handleChange(change('reply-written'))
    await pass(second)
    expect(one.sent).toEqual([reply])
    one.details.handleChange(change('speech-started'))
    await pass(60 * second)
    expect([one.sent.length, asked.length]).toEqual([1, 1])
  })

  test('that was written before comes with the opening, and is not read again', async () => {
    const { one, asked, pass } = openStreams()
    for (const step of ['submitted', 'reply-written']) one.details.handleChange(change(step))
    one.details.handleView(view({ status: 'processing', aiResponse: 'Well' }))
    await pass(60 * second)
    expect([one.sent, asked]).toEqual([[reply], []])
  })

  test('is sent when jobs is back', async () => {
    const { one, present, asked, seen, pass } = openStreams()
    seen.isUnavailable = true
    present[one.id] = { ...at(0), reply: 'Well' }
    one.details.handleChange(change('reply-written'))
    await pass(20 * second)
    expect(one.sent).toEqual([])
    // Not more often than a call in 5 s.
    expect(asked.length).toBeLessThanOrEqual(5)
    seen.isUnavailable = false
    await pass(6 * second)
    expect(one.sent).toEqual([reply])
  })

  test('of a job that was spoken as it is is never read', async () => {
    const { one, asked, pass } = openStreams()
    one.details.handleView(view())
    for (const step of ['activated', 'speech-started', 'speech-progressed']) one.details.handleChange(change(step))
    await pass(60 * second)
    expect([one.sent, asked]).toEqual([[], []])
  })
})

describe('the reply while it is written', () => {
  const writing = (text: string) => ['writing', { text }]

  test('is sent as it comes, and begins anew with a further attempt', () => {
    const { one } = openStreams()
    one.details.handleView(view({ status: 'processing' }))
    one.details.handleWriting({ attempt: 1, text: 'We' })
    one.details.handleWriting({ attempt: 2, text: 'O' })
    one.details.handleWriting({ attempt: 1, text: 'Well' })
    one.details.handleWriting({ attempt: 2, text: 'Oh' })
    expect(one.sent).toEqual([writing('We'), writing('O'), writing('Oh')])
  })

  test.each(['while the whole one is read', 'after the whole one'])('is not sent %s', async (when) => {
    const { one, present, pass } = openStreams()
    one.details.handleView(view({ status: 'processing' }))
    present[one.id] = { ...at(0), reply: 'Well' }
    one.details.handleChange(change('reply-written'))
    if (when.startsWith('after')) await pass(second)
    one.details.handleWriting({ attempt: 1, text: 'We' })
    await pass(second)
    expect(one.sent).toEqual([reply])
  })
})

test('the words that can be heard are sent as they come, and no more of an attempt after those of a later one', () => {
  const { one } = openStreams()
  const said = (word: string) => [{ word, start: 0, end: 0.5, estimated: false }]
  for (const [attempt, word] of [
    [1, 'One'],
    [2, 'Two'],
    [1, 'three'],
  ] as const)
    one.details.handleWords({ attempt, words: said(word) })
  expect(one.sent).toEqual([
    ['words', { words: said('One') }],
    ['words', { words: said('Two') }],
  ])
})

describe('the position', () => {
  test('is sent at opening, and within 15 s of a change, once each, until the job is active', async () => {
    const { one, present, asked, pass } = openStreams()
    one.details.handleView(view(at(3)))
    expect(one.sent).toEqual([position(3)])
    present[one.id] = at(3)
    await pass(30 * second)
    expect(one.sent).toEqual([position(3)])
    present[one.id] = at(2)
    await pass(15 * second)
    expect(one.sent).toEqual([position(3), position(2)])
    present[one.id] = at(0)
    one.details.handleChange(change('activated'))
    await pass(second)
    expect(one.sent).toEqual([position(3), position(2), position(0)])
    const reads = asked.length
    await pass(60 * second)
    expect([one.sent.length, asked.length]).toEqual([3, reads])
  })

  test('of an active job is neither sent nor read', async () => {
    const { one, asked, pass } = openStreams()
    one.details.handleView(view())
    await pass(60 * second)
    expect([one.sent, asked]).toEqual([[], []])
  })

  test('of a job that has ended is read no more', async () => {
    const { one, asked, pass } = openStreams()
    one.details.handleView(view(at(1)))
    await pass(60 * second)
    expect([one.sent, asked.length]).toEqual([[position(1)], 1])
  })

  test('a job that becomes active while it is being read is read again at once', async () => {
    const { one, present, pass } = openStreams()
    one.details.handleView(view(at(1)))
    present[one.id] = at(1)
    await pass(10 * second)
    setTimeout(() => {
      one.details.handleChange(change('activated'))
      present[one.id] = at(0)
    }, 20)
    await pass(second)
    expect(one.sent).toEqual([position(1), position(0)])
  })

  test('of many jobs is read a hundred in a call, four calls at once', async () => {
    const { all, present, asked, seen, pass } = openStreams(1_000)
    for (const { id, details } of all) {
      details.handleView(view(at(1)))
      present[id] = at(2)
    }
    await pass(12 * second)
    expect(asked.map(({ length }) => length)).toEqual(Array(10).fill(100))
    expect(seen.maxInFlight).toBe(4)
    expect(all.every(({ sent }) => sent.length === 2)).toBe(true)
  })
})

describe('the sound while it is spoken', () => {
  const begun = (version: number) => ({ step: 'audio-begun', version }) as Change
  const audio = ['audio', { audioUrl: '/audio/j.mp3', live: true }]

  test('is told at once, once, and again when it begins anew; nothing is read for it', async () => {
    const { one, asked, pass } = openStreams()
    one.details.handleView(view())
    one.details.handleChange(begun(4))
    expect(one.sent).toEqual([audio])
    one.details.handleChange(begun(4))
    one.details.handleView(view({ timeline: [begun(4)] as never }))
    expect(one.sent).toEqual([audio])
    one.details.handleChange(begun(7))
    expect(one.sent).toEqual([audio, audio])
    await pass(5 * second)
    expect(asked).toEqual([])
  })

  test('is told to a stream that is opened meanwhile, and to none of a job that has ended', () => {
    const { one } = openStreams()
    one.details.handleView(view({ status: 'processing', timeline: [begun(4)] as never }))
    expect(one.sent).toEqual([audio])
    const { one: late } = openStreams()
    late.details.handleView(view({ status: 'completed', timeline: [begun(4)] as never }))
    expect(late.sent).toEqual([])
  })
})
