import { expect, test } from 'vitest'
import { TransientError } from '../src/is-transient.ts'
import { recordSurely } from '../src/record-surely.ts'

/** A store that throws these, one after the other, and then records. */
function storeWith(faults: Error[]) {
  let tries = 0
  return {
    tries: () => tries,
    record: async () => {
      const fault = faults[tries++]
      if (fault) throw fault
      return 'recorded'
    },
  }
}
const away = () => new TransientError('away')

test('what is recorded is tried until its store is back', async () => {
  const store = storeWith([away(), away()])
  expect(await recordSurely(store.record, new AbortController().signal)).toBe('recorded')
  expect(store.tries()).toBe(3)
})

test('a permanent fault is thrown at once', async () => {
  const store = storeWith([new TypeError('one of ours')])
  await expect(recordSurely(store.record, new AbortController().signal)).rejects.toThrow('one of ours')
  expect(store.tries()).toBe(1)
})

test('a pause ends with the time, and one more try is the last', async () => {
  const over = new AbortController()
  const store = storeWith(Array.from({ length: 9 }, away))
  const recording = recordSurely(async () => {
    if (store.tries() === 1) over.abort()
    return store.record()
  }, over.signal)
  await expect(recording).rejects.toThrow('away')
  expect(store.tries()).toBe(2)
})
