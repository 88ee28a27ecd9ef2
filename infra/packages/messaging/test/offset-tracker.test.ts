import { describe, expect, test } from 'vitest'
import { OffsetTracker } from '../src/consume/offset-tracker.ts'

/** `+7` takes offset 7, `-7` acks it, `~7` passes over it, `!` commits the due offset. */
function play(script: string): OffsetTracker {
  const tracker = new OffsetTracker()
  const finish = new Map<number, () => void>()
  for (const act of script.split(' ').filter(Boolean)) {
    const offset = Number(act.slice(1))
    if (act === '!') tracker.committed(tracker.due ?? Number.NaN)
    else if (act.startsWith('~')) tracker.pass(offset)
    else if (act.startsWith('+')) finish.set(offset, tracker.take(offset))
    else finish.get(offset)?.()
  }
  return tracker
}

describe('the offset to commit is the lowest unacked one, or the one after the highest taken', () => {
  test.each([
    ['', undefined],
    ['+5', 5],
    ['+5 -5', 6],
    ['+5 +6 +7 -6 -7', 5],
    ['+5 +6 +7 -7 -5', 6],
    ['+5 +6 +7 -7 -6 -5', 8],
    // Offsets have gaps where a topic was compacted.
    ['+5 +9 -5', 9],
    ['+5 +9 -9 -5', 10],
    // Nothing new since the last commit.
    ['+5 -5 !', undefined],
    ['+5 -5 ! +6', undefined],
    ['+5 -5 ! +6 -6', 7],
    ['+5 +6 ! -6', undefined],
    ['+5 +6 ! -6 -5', 7],
    // Passed over is taken and acked.
    ['~5', 6],
    ['+5 ~6 ~7', 5],
    ['+5 ~6 ~7 -5', 8],
    ['~5 ! ~6 +7', 7],
    // Acked twice is acked once.
    ['+5 +6 -5 -5', 6],
  ] as const)('%s → %s', (script, due) => {
    expect(play(script).due).toBe(due)
  })
})

test('an offset that was taken is not new when it comes again', () => {
  const tracker = play('+5 +6 -6 ~7')
  expect([4, 5, 6, 7, 8].map((offset) => tracker.isNew(offset))).toEqual([false, false, false, false, true])
})

test('the span reaches from the lowest unacked offset to the highest taken', () => {
  expect(['', '+5', '+5 +9', '+5 +9 -5', '+5 +9 -9', '+5 +9 -9 -5'].map((script) => play(script).span)).toEqual([
    0, 1, 5, 1, 5, 0,
  ])
})

test('in any order, no unacked offset is ever committed, and none is left when all are acked', () => {
  for (let round = 0; round < 300; round++) {
    const tracker = new OffsetTracker()
    const open = new Map<number, () => void>()
    let next = Math.floor(Math.random() * 1_000)
    let committed = -1
    for (let act = 0; act < 60; act++) {
      if (Math.random() < 0.5) {
        next += 1 + Math.floor(Math.random() * 3)
        open.set(next, tracker.take(next))
      } else {
        const [offset, finish] = [...open][Math.floor(Math.random() * open.size)] ?? []
        if (offset !== undefined) open.delete(offset)
        finish?.()
      }
      const { due } = tracker
      if (due === undefined || Math.random() < 0.5) continue
      expect(due).toBeLessThanOrEqual(Math.min(...open.keys(), next + 1))
      expect(due).toBeGreaterThan(committed)
      tracker.committed(due)
      committed = due
    }
    for (const finish of open.values()) finish()
    expect(tracker.due ?? committed).toBe(next + 1)
    expect(tracker.span).toBe(0)
  }
})
