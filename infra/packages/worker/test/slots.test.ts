import { setTimeout as pause } from 'node:timers/promises'
import type { Lane } from '@utter/contracts/event'
import { expect, test } from 'vitest'
import { type Slot, Slots } from '../src/slots.ts'

/** Slots whose started work is listed in the order of its start. */
function bench(count: number) {
  const slots = new Slots(count)
  const started: string[] = []
  const busy: { name: string; lane: Lane; slot: Slot }[] = []
  const waiting = { fast: 0, bulk: 0 }
  const of = (lane: Lane) => busy.filter((one) => one.lane === lane)
  return {
    started,
    waiting,
    at: (lane: Lane) => of(lane).length,
    async ask(name: string, lane: Lane, { signal = never, account = 'a', isLong = false } = {}) {
      waiting[lane]++
      void slots.take({ lane, account, isLong }, signal).then((slot) => {
        waiting[lane]--
        if (!slot) return
        started.push(name)
        busy.push({ name, lane, slot })
      })
      await turn()
    },
    async end(lane: Lane) {
      const [first] = of(lane)
      if (!first) throw new Error(`no work is in flight in the ${lane} lane`)
      busy.splice(busy.indexOf(first), 1)
      first.slot.release()
      await turn()
    },
  }
}
const never = new AbortController().signal
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
  expect(work.waiting.bulk).toBe(20 - most)
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
  await work.ask('f2', 'fast', { signal: gone.signal })
  await work.ask('f3', 'fast')
  gone.abort()
  await turn()
  expect(work.waiting.fast).toBe(1)
  await work.end('fast')
  expect(work.started).toEqual(['f1', 'f3'])
})

test('a slot is had at once where one is free, and no other waits for it', async () => {
  const slots = new Slots(2)
  const request = (lane: Lane) => ({ lane, account: 'a', isLong: false })
  const first = slots.tryTake(request('bulk'))
  expect([first, slots.tryTake(request('bulk'))]).toEqual([expect.anything(), undefined])
  const waiting = slots.take(request('bulk'), never)
  const second = slots.tryTake(request('fast'))
  expect([second, slots.tryTake(request('fast'))]).toEqual([expect.anything(), undefined])
  first?.release()
  expect(await waiting).toBeDefined()
})

test('a slot that is charged to another account is no time of the one whose turn it was', async () => {
  let nowMs = 0
  const slots = new Slots(1, () => nowMs)
  const order: string[] = []
  const ask = (account: string) =>
    slots.take({ lane: 'fast', account, isLong: false }, never).then((slot) => {
      order.push(account)
      return slot
    })
  const first = await ask('turn')
  const rest = [ask('worked'), ask('turn')]
  first?.chargeTo('worked')
  nowMs += 100
  first?.release()
  for (const slot of rest) (await Promise.race([slot, rest[1]]))?.release()
  await Promise.all(rest)
  expect(order).toEqual(['turn', 'turn', 'worked'])
})

test('an aborted caller gets no slot', async () => {
  const slots = new Slots(1)
  const request = { lane: 'fast', account: 'a', isLong: false } as const
  expect(await slots.take(request, AbortSignal.abort())).toBeUndefined()
  expect(await slots.take(request, never)).toBeDefined()
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
      if (work.waiting.fast > 0) expect(all).toBe(count)
      if (work.waiting.bulk > 0) expect(all === count || work.at('bulk') === bulkMost).toBe(true)
    }
    while (work.at('fast') + work.at('bulk') > 0) await work.end(work.at('fast') > 0 ? 'fast' : 'bulk')
    expect(work.waiting.fast + work.waiting.bulk).toBe(0)
  }
})

/** Steps that pass their slot on between their parts, each of which takes a while; `parts` is the order in which they were done. */
/** Steps whose parts take two milliseconds each, by a clock of their own: a busy machine makes none longer. */
function steps() {
  let nowMs = 0
  const slots = new Slots(1, () => nowMs)
  const parts: string[] = []
  return {
    parts,
    async run(name: string, count: number, { lane = 'bulk' as Lane, account = name, isLong = true } = {}) {
      const slot = await slots.take({ lane, account, isLong }, never)
      for (let part = 1; part <= count; part++) {
        if (part > 1) await slot?.pass(never)
        parts.push(name)
        await pause(2)
        nowMs += 2
      }
      slot?.release()
    },
  }
}

test('a word begins after the part in flight, whatever number of long steps has begun', async () => {
  const { parts, run } = steps()
  const books = ['b1', 'b2', 'b3', 'b4'].map((name) => run(name, 20))
  await expect.poll(() => parts.length, { interval: 5 }).toBeGreaterThan(5)
  const before = parts.length
  await run('word', 1, { lane: 'fast', isLong: false })
  expect(parts.indexOf('word')).toBeLessThanOrEqual(before + 1)
  await Promise.all(books)
})

test('two accounts have the same time of a slot, although one has ten steps and the other one', async () => {
  const { parts, run } = steps()
  const many = Array.from({ length: 10 }, () => run('many', 6, { account: 'many', isLong: false }))
  await run('one', 6)
  const until = parts.slice(0, parts.lastIndexOf('one'))
  expect(until.filter((name) => name === 'many').length).toBeLessThanOrEqual(9)
  await Promise.all(many)
})

test('steps of one account end one after the other: who has begun first goes first', async () => {
  const { parts, run } = steps()
  await Promise.all([run('first', 4, { account: 'a' }), run('second', 4, { account: 'a' })])
  expect(parts).toEqual([...Array(4).fill('first'), ...Array(4).fill('second')])
})

test('a short step of an account goes before its own long ones, between two of their parts', async () => {
  const { parts, run } = steps()
  const books = ['b1', 'b2'].map((name) => run(name, 10, { account: 'a' }))
  await expect.poll(() => parts.length, { interval: 5 }).toBeGreaterThan(2)
  const before = parts.length
  await run('word', 1, { account: 'a', isLong: false })
  expect(parts.indexOf('word')).toBeLessThanOrEqual(before + 1)
  await Promise.all(books)
})

test('no more than two long steps a slot are begun, and short ones begin beside them', async () => {
  const slots = new Slots(1)
  let begun = 0
  const book = async (account: string) => {
    const slot = await slots.take({ lane: 'bulk', account, isLong: true }, never)
    begun++
    for (let part = 0; part < 10; part++) await slot?.pass(never)
    begun--
    slot?.release()
  }
  let most = 0
  const seen = setInterval(() => {
    most = Math.max(most, begun)
  })
  const books = Promise.all(['a', 'b', 'c', 'd', 'e'].map(book))
  most = Math.max(most, begun)
  const short = await slots.take({ lane: 'bulk', account: 'f', isLong: false }, never)
  short?.release()
  await books
  clearInterval(seen)
  expect(most).toBeLessThanOrEqual(2)
})

test('a step that needs its slot no longer gives it to the next at once, and still counts as begun', async () => {
  const slots = new Slots(1)
  const book = (account: string) => slots.take({ lane: 'bulk', account, isLong: true }, never)
  const [first, second] = [await book('a'), book('b')]
  first?.leave()
  const held = await second
  held?.leave()
  let hasBegun = false
  const third = book('c').finally(() => {
    hasBegun = true
  })
  const word = await slots.take({ lane: 'fast', account: 'd', isLong: false }, never)
  word?.release()
  await turn()
  expect(hasBegun).toBe(false)
  first?.release()
  ;(await third)?.release()
})

test('a step that is aborted between two parts holds no slot', async () => {
  const slots = new Slots(1)
  const gone = new AbortController()
  const passing = await slots.take({ lane: 'fast', account: 'a', isLong: false }, never)
  const other = slots.take({ lane: 'fast', account: 'b', isLong: false }, never)
  const next = passing?.pass(gone.signal)
  const held = await other
  gone.abort(new Error('the time is over'))
  await expect(next).rejects.toThrow('the time is over')
  passing?.release()
  held?.release()
  expect(await slots.take({ lane: 'fast', account: 'c', isLong: false }, never)).toBeDefined()
})
