import { expect, test } from 'vitest'
import { type BilledItem, netOf, overchargesIn } from '../../src/domain/overcharges.ts'

const period = new Date('2026-01-31T12:00:00Z')
/** Days after the end of the period, 28 February. */
const item = (key: string, days: number, more: Partial<BilledItem> = {}): BilledItem => ({
  ...{ key, period, quantity: 5, price: 25, at: new Date(Date.UTC(2026, 1, 28 + days, 12)) },
  ...more,
})
const found = (calls: number, items: BilledItem[]) =>
  overchargesIn(calls, items).map((one) => [one.key, one.calls, one.cents])

test('items that were made long after their period have the bonus calls, the latest first', () => {
  const items = [item('in time', 45), item('late', 46), item('later', 300)]
  expect(found(100, items)).toEqual([
    ['later', 5, 13],
    ['late', 5, 13],
  ])
  expect(found(6, items)).toEqual([
    ['later', 5, 13],
    // Five calls are 13 cents, and four 10.
    ['late', 1, 3],
  ])
  expect([found(0, items), found(-1, items), found(5, [item('in time', 1)])]).toEqual([[], [], []])
})

test.each([
  [undefined, 7],
  [{ calls: 3 }, 7],
  [{ calls: 3, transactionId: 'cbtxn_1' }, 4],
])('an item of seven calls with the credit %j bills %i', (credit, calls) => {
  expect(netOf({ quantity: 7, ...(credit && { credit }) })).toBe(calls)
})
