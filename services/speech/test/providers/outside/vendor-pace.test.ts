import { VendorError } from '@utter/contracts/vendor-error'
import { createSemaphore } from '@utter/runtime/semaphore'
import { createLog } from '@utter/telemetry/log'
import { createBreaker } from '@utter/worker/breaker'
import { expect, test } from 'vitest'
import { createPace } from '../../../src/providers/outside/vendor-pace.ts'

const { signal } = new AbortController()
const outage = () => new VendorError('transient', 'speech_unavailable', 'Away', { isOutage: true, retryAfterMs: 7 })
const paceOf = (options: { slots?: number; maxWaitMs?: number } = {}) =>
  createPace({
    slots: createSemaphore(options.slots ?? 1, { maxWaitMs: options.maxWaitMs ?? 1_000 }),
    breaker: createBreaker('speech:test', createLog('test', 'silent')),
  })

test('an outage of a vendor is none of the step, with all else that it says', async () => {
  const failing = paceOf()(async () => Promise.reject(outage()), signal)
  await expect(failing).rejects.toMatchObject({ code: 'speech_unavailable', isOutage: false, retryAfterMs: 7 })
})

test('a vendor that is away is not called until its circuit closes, and says when that may be', async () => {
  const pace = paceOf()
  let calls = 0
  const call = async () => {
    calls++
    throw outage()
  }
  for (let time = 0; time < 5; time++)
    await expect(pace(call, signal)).rejects.toMatchObject({ code: 'speech_unavailable' })
  await expect(pace(call, signal)).rejects.toMatchObject({
    kind: 'transient',
    code: 'vendor_unavailable',
    retryAfterMs: expect.any(Number),
    isOutage: false,
  })
  expect(calls).toBe(5)
})

test('a vendor that is switched off is not called, and is called again from the moment in which it is on', async () => {
  let isOff = true
  const pace = createPace({
    ...{ slots: createSemaphore(1), breaker: createBreaker('speech:off', createLog('test', 'silent')) },
    isOff: () => isOff,
  })
  const call = async () => 'spoken'
  await expect(pace(call, signal)).rejects.toMatchObject({ kind: 'transient', code: 'vendor_off', isOutage: false })
  isOff = false
  expect(await pace(call, signal)).toBe('spoken')
})

test('a call that finds no room in time is to be tried again, and one that fails gives its room back', async () => {
  const pace = paceOf({ maxWaitMs: 20 })
  const held = Promise.withResolvers<string>()
  const holding = pace(() => held.promise, signal)
  await expect(pace(async () => 'never', signal)).rejects.toMatchObject({
    kind: 'transient',
    code: 'vendor_at_limit',
    retryAfterMs: 5_000,
  })
  held.resolve('spoken')
  expect(await holding).toBe('spoken')
  await expect(pace(async () => Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken')
  expect(await pace(async () => 'again', signal)).toBe('again')
})

test('an abort ends the wait for room by its reason', async () => {
  const pace = paceOf()
  const held = Promise.withResolvers<void>()
  const holding = pace(() => held.promise, signal)
  await expect(pace(async () => {}, AbortSignal.timeout(20))).rejects.toMatchObject({ name: 'TimeoutError' })
  held.resolve()
  await holding
})
