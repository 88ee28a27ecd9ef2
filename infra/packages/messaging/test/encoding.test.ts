import { randomUUID } from 'node:crypto'
import { JobCancelled } from '@utter/contracts/events/job-cancelled'
// As in every process, before all else.
import '@utter/telemetry/register'
import { currentTraceId, currentTraceparent, inSpan } from '@utter/telemetry/trace'
import { expect, test } from 'vitest'
import { eventOf } from '../src/outgoing-event.ts'
import { decode, encode } from '../src/publish/encoding.ts'

const events = new Map([[JobCancelled.type as string, JobCancelled as never]])
const event = (traceId?: string) => ({
  ...eventOf(JobCancelled, { userId: randomUUID(), version: 1, data: { jobId: randomUUID() } }),
  ...(traceId && { traceId }),
})
/** The trace in which a consumer of the message works. */
function traceOf(published: ReturnType<typeof event>): Promise<string | undefined> {
  const { message } = encode(published)
  const envelope = decode({ ...message, value: Buffer.from(String(message.value)) } as never, events)
  return inSpan('consume', { traceparent: envelope?.traceparent }, async () => currentTraceId())
}

test('a consumer works in the trace of its publication', async () => {
  await inSpan('publish', {}, async () => {
    expect(await traceOf(event())).toBe(currentTraceId())
  })
})

test('an event of another trace is consumed in that one, wherever it is published', async () => {
  const traceId = randomUUID().replaceAll('-', '')
  expect(await traceOf(event(traceId))).toBe(traceId)
  await inSpan('another job’s end', {}, async () => expect(await traceOf(event(traceId))).toBe(traceId))
})

test('published outside of its trace, an event hangs under the span that its document keeps', async () => {
  const [traceId, spanId] = [randomUUID().replaceAll('-', ''), 'b7ad6b7169203331']
  await inSpan('another job’s end', {}, async () => {
    const { message } = encode({ ...event(traceId), spanId })
    expect(JSON.parse(String(message.value)).traceparent).toBe(`00-${traceId}-${spanId}-01`)
  })
})

test('an event of the present trace stays under its present span', async () => {
  await inSpan('publish', {}, async () => {
    const { message } = encode(event(currentTraceId()))
    expect(JSON.parse(String(message.value)).traceparent).toBe(currentTraceparent())
  })
})
