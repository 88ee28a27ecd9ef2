import { expect, test, vi } from 'vitest'
import { replyProgressed } from '../../src/consumes/reply-progressed.ts'
import { wordsProgressed } from '../../src/consumes/words-progressed.ts'
import { createJobDetails } from '../../src/streams/job-details.ts'

const about = { userId: 'u', version: 2, occurredAt: '2026-03-20T12:00:00.000Z' }
const job = { jobId: 'j', attempt: 2 }
const words = [{ word: 'A', start: 0.1, end: 0.2, estimated: false }]

test.each([
  ['a reply as it is written', replyProgressed, { text: 'A harbour' }, 'writing'],
  ['the words of a sound as it is spoken', wordsProgressed, { words }, 'words'],
] as const)('%s is sent to the streams of its job, in the account that the event names', async (_, of, data, event) => {
  const send = vi.fn()
  const tell = vi.fn((_userId: string, _jobId: string, hand: (details: object) => void) =>
    hand(createJobDetails(send, () => '')),
  )
  await of({ streams: { tell }, hub: {} } as never).handle({ ...job, ...data } as never, about)
  expect(tell.mock.calls.map(([userId, jobId]) => [userId, jobId])).toEqual([['u', 'j']])
  expect(send.mock.calls).toEqual([[event, data]])
})
