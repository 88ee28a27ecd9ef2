import { VendorError } from '@utter/contracts/vendor-error'
import { log, unavailable } from '@utter/testing/setup/buses'
import { register } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Breaker, BreakerOpen, createBreaker } from '../src/breaker.ts'

const outage = (retryAfterMs?: number) =>
  new VendorError('transient', 'chat_unavailable', 'Away', { isOutage: true, ...(retryAfterMs && { retryAfterMs }) })
const busy = () => new VendorError('transient', 'chat_busy', 'Busy', { retryAfterMs: 60_000 })
const refused = () => new VendorError('permanent', 'content_refused', 'Refused')

let breaker: Breaker
let asked: number
beforeEach(() => {
  vi.useFakeTimers()
  // The middle of every jitter.
  breaker = createBreaker('chat', log, () => 0.5)
  asked = 0
})
afterEach(() => void vi.useRealTimers())

/** @returns what came of it: an answer, or the error */
async function ask(fault?: Error): Promise<unknown> {
  return breaker
    .run(async () => {
      asked++
      if (fault) throw fault
      return 'an answer'
    })
    .catch((error: unknown) => error)
}
async function askAll(...faults: (Error | undefined)[]) {
  for (const fault of faults) await ask(fault)
}
const five = () => Array.from({ length: 5 }, () => outage())

test('five outages in a row, and the vendor is not called for 5 s', async () => {
  await askAll(...five())
  expect(await ask()).toBeInstanceOf(BreakerOpen)
  expect(asked).toBe(5)
  expect(breaker.openForMs()).toBeGreaterThanOrEqual(5_000)
  vi.advanceTimersByTime(4_900)
  expect(await ask()).toBeInstanceOf(BreakerOpen)
  vi.advanceTimersByTime(200)
  expect([await ask(), await ask(), breaker.openForMs()]).toEqual(['an answer', 'an answer', 0])
})

describe('no outage, however often', () => {
  test.each([
    ['a vendor that is busy', busy],
    ['a refusal', refused],
    ['a reply that is no good', () => new VendorError('transient', 'empty_reply', 'Empty')],
    ['a store of ours that is unavailable', unavailable],
    ['a fault of ours', () => new TypeError('undefined is not a function')],
  ])('%s', async (_, fault) => {
    for (let i = 0; i < 20; i++) await ask(fault())
    expect([asked, breaker.openForMs()]).toEqual([20, 0])
  })
})

describe('in between, the count begins again after', () => {
  test.each([
    ['a reply', undefined],
    ['a refusal', refused()],
    ['a vendor that is busy', busy()],
  ])('%s', async (_, between) => {
    await askAll(...five().slice(1), between, ...five().slice(1))
    expect([asked, breaker.openForMs()]).toEqual([9, 0])
  })
})

test('a store that is unavailable in between does not', async () => {
  await askAll(...five().slice(1), unavailable(), outage())
  expect(breaker.openForMs()).toBeGreaterThan(0)
})

test('one job is the probe, others do not wait for it', async () => {
  await askAll(...five())
  vi.advanceTimersByTime(5_100)
  const answer = Promise.withResolvers<string>()
  const probe = breaker.run(() => answer.promise)
  expect(await ask()).toBeInstanceOf(BreakerOpen)
  answer.resolve('back')
  expect(await probe).toBe('back')
  expect(await ask()).toBe('an answer')
})

test('each probe that fails doubles the time, up to a minute; after a success it begins at 5 s', async () => {
  await askAll(...five())
  const waits = []
  for (let i = 0; i < 6; i++) {
    vi.advanceTimersByTime(60_100)
    await ask(outage())
    // A quarter of the time, at most, is added for spreading: half of that with this randomness.
    waits.push(Math.round(breaker.openForMs() / 1.125 / 1_000))
  }
  expect(waits).toEqual([10, 20, 40, 60, 60, 60])
  vi.advanceTimersByTime(60_100)
  await askAll(undefined, ...five())
  expect(Math.round(breaker.openForMs() / 1.125 / 1_000)).toBe(5)
})

test('a vendor that asks for a week is called again after five minutes', async () => {
  await askAll(...five().slice(1), outage(7 * 24 * 3_600_000))
  expect(breaker.openForMs()).toBeGreaterThanOrEqual(300_000)
  vi.advanceTimersByTime(300_100)
  expect(await ask()).toBe('an answer')
})

test('a probe whose outcome does not count leaves the circuit open', async () => {
  await askAll(...five())
  vi.advanceTimersByTime(5_100)
  await ask(unavailable())
  expect(breaker.openForMs()).toBeGreaterThanOrEqual(10_000)
})

test('a vendor that asks for more time gets it', async () => {
  await askAll(...five().slice(1), outage(90_000))
  expect(breaker.openForMs()).toBeGreaterThanOrEqual(90_000)
})

test('the state of the circuit is a metric', async () => {
  // Other stages of this process have their own line.
  const shown = async () => (await register.getSingleMetricAsString('vendor_breaker_state')).split('\n')
  expect(await shown()).toContain('vendor_breaker_state{stage="chat"} 0')
  await askAll(...five())
  expect(await shown()).toContain('vendor_breaker_state{stage="chat"} 1')
})
