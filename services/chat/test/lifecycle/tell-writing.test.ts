import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellWriting } from '../../src/lifecycle/tell-writing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const request = { jobId: 'j', attempt: 2 }

/** A reply that is being written. */
function write(publish: (events: OutgoingEvent[]) => Promise<void> = async () => {}) {
  const told: unknown[] = []
  const deps = {
    publish: async (events: OutgoingEvent[]) => {
      told.push(...events.map(({ event, userId, version, data }) => ({ type: event.type, userId, version, data })))
      await publish(events)
    },
  }
  const tell = tellWriting(deps, request, 'u')
  return {
    told,
    async add(piece: string, afterMs: number) {
      await vi.advanceTimersByTimeAsync(afterMs)
      tell(piece)
      // A publication is answered in between.
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

const written = (text: string) => ({
  ...{ type: 'reply-progressed', userId: 'u', version: 2 },
  data: { ...request, text },
})

test('a reply is told as far as it is written, four times a second at most, without marks of Markdown', async () => {
  const reply = write()
  await reply.add('**A har', 0)
  await reply.add('bour** is', 100)
  await reply.add(' a place', 100)
  await reply.add(' for ships', 100)
  await reply.add('', 500)
  expect(reply.told).toEqual([written('**A har'), written('A harbour is a place for ships')])
})

test('a broker that is away stops nothing, and one text is on its way at a time', async () => {
  const { promise: answered, reject } = Promise.withResolvers<void>()
  const reply = write(() => answered)
  await reply.add('A', 0)
  await reply.add(' harbour', 1_000)
  expect(reply.told).toEqual([written('A')])
  reject(new Error('no broker'))
  await reply.add(' is', 1_000)
  await reply.add(' a place', 1_000)
  expect(reply.told).toEqual([written('A'), written('A harbour is'), written('A harbour is a place')])
})
