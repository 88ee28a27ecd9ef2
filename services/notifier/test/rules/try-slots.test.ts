import { describe, expect, test } from 'vitest'
import { createTrySlots, type SlotLimits, slotLimits } from '../../src/deliveries/try-slots.ts'
import { afterLook, newPaceOf, placesOf } from '../../src/domain/receiver.ts'

const limits: SlotLimits = { all: 100, perAccount: 100, slow: 40, slowPerAccount: 100, quick: 40, slowMs: 1_000 }
const open = (more: Partial<SlotLimits> = {}) => {
  const slots = createTrySlots({ ...limits, ...more })
  const takeAll = (isSlow: boolean, userId: string) => {
    const taken = []
    for (let slot = slots.take(isSlow, userId); slot; slot = slots.take(isSlow, userId)) taken.push(slot)
    return taken
  }
  return { ...slots, takeAll }
}

describe('slots', () => {
  test('half of them are for receivers that are not slow', () => {
    expect([slotLimits.slow * 2, slotLimits.slowPerAccount * 2]).toEqual([slotLimits.all, slotLimits.perAccount])
    const slots = open()
    for (let account = 0; account < 90; account++) slots.takeAll(true, `slow ${account}`)
    expect([slots.free(true), slots.free(false)]).toEqual([0, 40])
  })

  test('a try that takes long leaves its slot to others, and counts as a slow one', () => {
    const slots = open()
    const taken = Array.from({ length: 41 }, (_, account) => slots.take(false, `a ${account}`))
    expect([taken.at(-1), slots.free(false)]).toEqual([undefined, 0])
    for (const slot of taken) slot?.becomeSlow()
    expect([slots.free(false), slots.free(true)]).toEqual([40, 0])
    for (const slot of taken) slot?.release()
    expect([slots.free(false), slots.free(true)]).toEqual([40, 40])
  })

  test('an account has as many as are free at most, so that those of one that has none are left', () => {
    const slots = open()
    const taken = Array.from({ length: 9 }, (_, account) => slots.takeAll(false, `a ${account}`).length)
    expect(taken).toEqual([20, 10, 5, 3, 1, 1, 0, 0, 0])
    expect(slots.busy(false)).toHaveLength(6)
  })

  test('an account has an end, of slow ones a lower one', () => {
    const slots = open({ perAccount: 5, slowPerAccount: 2 })
    expect([slots.takeAll(true, 'a').length, slots.busy(true)]).toEqual([2, ['a']])
    expect([slots.takeAll(false, 'a').length, slots.busy(false)]).toEqual([3, ['a']])
  })

  test('all together have an end, however many were slow', () => {
    const slots = open({ all: 50 })
    for (let account = 0; account < 60; account++) slots.take(false, `a ${account}`)?.becomeSlow()
    expect([slots.free(false), slots.take(false, 'b')]).toEqual([0, undefined])
  })
})

describe('a receiver', () => {
  const one = { _id: 'u', userId: 'u', nextDueAt: new Date(0), rev: 1 }
  test.each([
    [{ isSlow: false }, 900, { isSlow: false, isResponsive: true }],
    [{ isSlow: false, isResponsive: true }, 900, undefined],
    [{ isSlow: false, isResponsive: true }, 1_000, { isSlow: true, isResponsive: true }],
    [{ isSlow: true, isResponsive: true }, 5_000, { isSlow: true, isResponsive: false }],
    [{ isSlow: true }, 15_000, undefined],
  ])('that is %o and took %i ms is %o from then on', (before, sentMs, after) => {
    expect(newPaceOf({ ...one, ...before }, sentMs, 1_000)).toEqual(after)
  })

  test('has few places until it is responsive, and none past them', () => {
    expect([placesOf({}, 0), placesOf({}, 3), placesOf({ isResponsive: true }, 3)]).toEqual([2, 0, 13])
  })
})

describe('after a look', () => {
  const now = new Date('2026-03-20T12:00:00Z')
  const at = (ms: number) => new Date(now.getTime() + ms)
  const pending = (...ms: number[]) => ms.map((one) => ({ nextAttemptAt: at(one) }))
  const until = at(35_000)
  test.each([
    ['nothing is pending: it goes', { pending: [], inFlight: [], leased: 0, places: 2 }, undefined],
    [
      'all is leased: until the lease ends',
      { pending: pending(0), inFlight: [], leased: 1, places: 2 },
      [35_000, false],
    ],
    [
      'another is due after its lease',
      { pending: pending(0, 40_000), inFlight: [], leased: 1, places: 2 },
      [35_000, false],
    ],
    [
      'its places are taken, and another is due later',
      { pending: pending(0, 9), inFlight: [at(7)], leased: 1, places: 1 },
      [9, false],
    ],
    [
      'another is due now, and its places are taken',
      { pending: pending(0, 0), inFlight: [at(7)], leased: 1, places: 1 },
      [7, true],
    ],
    ['another is due later', { pending: pending(0, 9), inFlight: [], leased: 1, places: 2 }, [9, false]],
    ['no slot was free: it stays due', { pending: pending(-5, -4), inFlight: [], leased: 1, places: 2 }, [-4, false]],
    ['its places are taken', { pending: pending(-5, -4), inFlight: [at(7)], leased: 1, places: 1 }, [7, true]],
    ['its places were taken', { pending: pending(-5), inFlight: [at(7), at(8)], leased: 0, places: 0 }, [7, true]],
    [
      'its places are taken, and nothing waits',
      { pending: pending(0), inFlight: [at(7)], leased: 1, places: 1 },
      [35_000, false],
    ],
  ])('where %s', (_name, seen, expected) => {
    const found = afterLook({ ...seen, until }, now)
    expect(found && [found.nextDueAt.getTime() - now.getTime(), found.isFull]).toEqual(expected)
  })
})
