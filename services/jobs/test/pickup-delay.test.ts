import { expect, test } from 'vitest'
import { PickupDelay } from '../src/domain/pickup-delay.ts'

const at = (ms: number) => new Date(1_000_000 + ms)

test('nothing is refused while nothing has begun, and up to half of the limit', () => {
  const wait = new PickupDelay(30_000)
  expect(wait.excess(at(0))).toBe(0)
  wait.began(15_000, at(0))
  expect(wait.excess(at(1))).toBe(0)
})
test('between half of the limit and the whole, more and more is refused', () => {
  const wait = new PickupDelay(30_000)
  wait.began(22_500, at(0))
  expect(wait.excess(at(1))).toBe(0.5)
  wait.began(90_000, at(5_000))
  wait.began(45_000, at(5_000))
  expect(wait.excess(at(10_000))).toBe(1)
})
test('one quick job among late ones tells that there is no queue', () => {
  const wait = new PickupDelay(30_000)
  wait.began(60_000, at(0))
  wait.began(10, at(1))
  expect(wait.excess(at(2))).toBe(0)
})
test('what was seen is forgotten after two windows', () => {
  const wait = new PickupDelay(30_000)
  wait.began(60_000, at(0))
  expect(wait.excess(at(5_000))).toBe(1)
  expect(wait.excess(at(10_000))).toBe(0)
  wait.began(60_000, at(11_000))
  expect(wait.excess(at(60_000))).toBe(0)
})
