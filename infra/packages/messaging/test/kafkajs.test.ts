import { createRequire } from 'node:module'
import { createLog } from '@utter/telemetry/log'
import { expect, test } from 'vitest'
import '../src/kafkajs/kafkajs.ts'

type Request = { entry: { correlationId: number; resolve(): void }; expectResponse: boolean; sendRequest(): void }
type RequestQueue = {
  throttleCheckTimeoutId: unknown
  push(request: Request): void
  maybeThrottle(ms: number): void
  fulfillRequest(response: { correlationId: number; size: number; payload: unknown }): void
  destroy(): void
}
const Queue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as new (
  options: object,
) => RequestQueue

/** A connection's queue with room for one request, and what it has sent. */
function open() {
  const sent: number[] = []
  const queue = new Queue({ maxInFlightRequests: 1, requestTimeout: 1_000, logger: createLog('kafka', 'silent') })
  const ask = (correlationId: number) =>
    queue.push({
      entry: { correlationId, resolve() {} },
      expectResponse: true,
      sendRequest: () => sent.push(correlationId),
    })
  const answer = (correlationId: number) => queue.fulfillRequest({ correlationId, size: 0, payload: {} })
  return { queue, sent, ask, answer }
}

test('a connection without waiting requests has no timer', () => {
  const { queue, sent, ask, answer } = open()
  ask(1)
  answer(1)
  expect(sent).toEqual([1])
  expect(queue.throttleCheckTimeoutId).toBeNull()
})

test('a request that waits for another goes when that is answered', () => {
  const { queue, sent, ask, answer } = open()
  ask(1)
  ask(2)
  expect(sent).toEqual([1])
  answer(1)
  expect(sent).toEqual([1, 2])
  queue.destroy()
})

test('a request that the broker asked to hold back goes by itself', async () => {
  const { queue, sent, ask } = open()
  queue.maybeThrottle(40)
  ask(1)
  expect(sent).toEqual([])
  await expect.poll(() => sent).toEqual([1])
  expect(queue.throttleCheckTimeoutId).toBeNull()
})
