import { expect, test } from 'vitest'
import { PickupDelay } from '../../src/domain/pickup-delay.ts'

const at = (ms: number) => new Date(1_000_000 + ms)

/** A queue in which the oldest request has waited for long; what was picked up of it is another matter. */
function delayOf(limitMs: number, oldestMs = 60_000) {
  const wait = new PickupDelay(limitMs)
  wait.sawOldest(oldestMs)
  return wait
}

test('nothing is rejected while no job was started, and up to half of the limit', () => {
  const wait = delayOf(30_000)
  expect(wait.rejectionRate(at(0))).toBe(0)
  wait.record(15_000, at(0))
  expect(wait.rejectionRate(at(1))).toBe(0)
})
test('between half of the limit and the whole, more and more is rejected', () => {
  const wait = delayOf(30_000)
  wait.record(22_500, at(0))
  expect(wait.rejectionRate(at(1))).toBe(0.5)
  wait.record(90_000, at(5_000))
  wait.record(45_000, at(5_000))
  expect(wait.rejectionRate(at(10_000))).toBe(1)
})
test('one quick job among late ones shows that there is no queue', () => {
  const wait = delayOf(30_000)
  wait.record(60_000, at(0))
  wait.record(10, at(1))
  expect(wait.rejectionRate(at(2))).toBe(0)
})
test('what was seen is forgotten after two windows', () => {
  const wait = delayOf(30_000)
  wait.record(60_000, at(0))
  expect(wait.rejectionRate(at(5_000))).toBe(1)
  expect(wait.rejectionRate(at(10_000))).toBe(0)
  wait.record(60_000, at(11_000))
  expect(wait.rejectionRate(at(60_000))).toBe(0)
})
test('busy workers that begin nothing are a queue, by the age of the oldest request; absent ones are not', () => {
  const wait = new PickupDelay(30_000)
  wait.sawOldest(60_000)
  expect(wait.rejectionRate(at(0))).toBe(0)
  wait.sawWork(at(0))
  expect(wait.rejectionRate(at(1))).toBe(1)
  wait.sawOldest(22_500)
  expect(wait.rejectionRate(at(2))).toBe(0.5)
  // Begun at once: no queue, whatever a single one waits for.
  wait.record(10, at(3))
  wait.sawOldest(60_000)
  expect(wait.rejectionRate(at(4))).toBe(0)
  // Nothing was heard of workers for two windows.
  expect(wait.rejectionRate(at(10_003))).toBe(0)
})
test('one that was picked up late and left none behind it, as after a worker’s death, is no queue', () => {
  const wait = delayOf(30_000, 0)
  wait.sawWork(at(0))
  wait.record(60_000, at(0))
  expect(wait.rejectionRate(at(1))).toBe(0)
  wait.sawOldest(22_500)
  expect(wait.rejectionRate(at(2))).toBe(0.5)
})
