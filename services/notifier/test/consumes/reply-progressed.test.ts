import { expect, test, vi } from 'vitest'
import { replyProgressed } from '../../src/consumes/reply-progressed.ts'

const occurredAt = '2026-03-20T12:00:00.000Z'

test('a reply that is being written is handed to the streams of its job, in the account that the event names', async () => {
  const write = vi.fn()
  const data = { jobId: 'j', attempt: 2, text: 'A harbour' }
  await replyProgressed({ streams: { write } as never }).handle(data, { userId: 'u', version: 2, occurredAt })
  expect(write.mock.calls).toEqual([['u', 'j', { attempt: 2, text: 'A harbour' }]])
})
