import type { Lane } from '@utter/contracts/event'
import { expect, test } from 'vitest'
import { Slots } from '../src/slots.ts'

/** Slots whose started work is listed in the order of its start. */
function bench(count: number) {
  const slots = new Slots(count)
  const started: string[] = []
  const busy: { name: string; lane: Lane }[] = []
  return {
    slots,
    started,
    at: (lane: Lane) => busy.filter((one) => one.lane === lane).length,
    async ask(name: string, lane: Lane, signal = new AbortController().signal) {
      void slots.take(lane, signal).then((isTaken) => {
        if (!isTaken) return
        started.push(name)
        busy.push({ name, lane })
      })
      await turn()
    },
    async end(lane: Lane) {
      const index = busy.findIndex((one) => one.lane === lane)
      if (index < 0) throw new Error(`no work is in flight in the ${lane} lane`)
      busy.splice(index, 1)
      slots.release(lane)
      await turn()
    },
  }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 3],
  [8, 6],
  [16, 12],
])('of %i idle slots bulk work takes %i', async (count, most) => {
  const work = bench(count)
  for (let i = 0; i < 20; i++) await work.ask(`b${i}`, 'bulk')
  expect(work.at('bulk')).toBe(most)
  expect(work.slots.waiting('bulk')).toBe(20 - most)
})

test('fast work may take every slot', async () => {
  const work = bench(4)
  for (let i = 0; i < 6; i++) await work.ask(`f${i}`, 'fast')
  expect(work.at('fast')).toBe(4)
})

test('of every four slots that become free while bulk work waits one goes to it, whatever the fast lane does', async () => {
  const work = bench(4)
  for (let i = 0; i < 8; i++) await work.ask(`f${i}`, 'fast')
  for (let i = 0; i < 3; i++) await work.ask(`b${i}`, 'bulk')
  for (let i = 8; i < 20; i++) {
    await work.ask(`f${i}`, 'fast')
    await work.end('fast')
  }
  expect(
    work.started
      .slice(4)
      .map((name) => name[0])
      .join(''),
  ).toBe('fffbfffbfffb')
})

test('a single slot serves both lanes', async () => {
  const work = bench(1)
  for (let i = 0; i < 8; i++) await work.ask(`f${i}`, 'fast')
  for (let i = 0; i < 2; i++) await work.ask(`b${i}`, 'bulk')
  for (let i = 0; i < 9; i++) await work.end(work.at('fast') ? 'fast' : 'bulk')
  expect(work.started.map((name) => name[0]).join('')).toBe('ffffbfffbf')
})

test('a caller that waits no longer gives its turn to the next', async () => {
  const work = bench(1)
  const gone = new AbortController()
  await work.ask('f1', 'fast')
  await work.ask('f2', 'fast', gone.signal)
  await work.ask('f3', 'fast')
  gone.abort()
  expect(work.slots.waiting('fast')).toBe(1)
  await work.end('fast')
  expect(work.started).toEqual(['f1', 'f3'])
})

test('an aborted caller gets no slot', async () => {
  const slots = new Slots(1)
  expect(await slots.take('fast', AbortSignal.abort())).toBe(false)
  expect(await slots.take('fast', new AbortController().signal)).toBe(true)
})

test('fast work goes first, whichever came first', async () => {
  const work = bench(2)
  for (const name of ['f1', 'f2']) await work.ask(name, 'fast')
  await work.ask('b1', 'bulk')
  await work.ask('f3', 'fast')
  await work.end('fast')
  expect(work.started).toEqual(['f1', 'f2', 'f3'])
  await work.end('fast')
  expect(work.started).toEqual(['f1', 'f2', 'f3', 'b1'])
})

test('within a lane they go in the order in which they came', async () => {
  const work = bench(2)
  for (const name of ['b1', 'b2', 'b3', 'b4']) await work.ask(name, 'bulk')
  for (let i = 0; i < 3; i++) await work.end('bulk')
  expect(work.started).toEqual(['b1', 'b2', 'b3', 'b4'])
})

test('no caller waits while a slot of its lane is free, whatever comes and goes', async () => {
  for (let round = 0; round < 50; round++) {
    const count = 1 + Math.floor(Math.random() * 6)
    const work = bench(count)
    for (let act = 0; act < 40; act++) {
      const lane = Math.random() < 0.5 ? 'fast' : 'bulk'
      if (Math.random() < 0.6) await work.ask(`${act}`, lane)
      else if (work.at(lane) > 0) await work.end(lane)
      const all = work.at('fast') + work.at('bulk')
      const bulkMost = count - Math.min(Math.max(1, Math.ceil(count / 4)), count - 1)
      expect(all).toBeLessThanOrEqual(count)
      expect(work.at('bulk')).toBeLessThanOrEqual(bulkMost)
      if (work.slots.waiting('fast') > 0) expect(all).toBe(count)
      if (work.slots.waiting('bulk') > 0) expect(all === count || work.at('bulk') === bulkMost).toBe(true)
    }
    while (work.at('fast') + work.at('bulk') > 0) await work.end(work.at('fast') > 0 ? 'fast' : 'bulk')
    expect(work.slots.waiting('fast') + work.slots.waiting('bulk')).toBe(0)
  }
})
