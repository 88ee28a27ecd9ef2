import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QueueFull, QueueTimeout } from '../src/semaphore.ts'
import { createSharedSemaphore, ShareFull } from '../src/shared-semaphore.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const patience = new AbortController().signal
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A semaphore, and the names of its callers in the order in which they got their slots. */
function open(slots: number, options: Partial<Parameters<typeof createSharedSemaphore>[1]> = {}) {
  const semaphore = createSharedSemaphore(slots, { maxWaiting: 10, maxWaitingPerAccount: 2, ...options })
  const entered: string[] = []
  const releases = new Map<string, () => void>()
  const ask = (name: string, signal = patience) =>
    semaphore.acquire(name.slice(0, 1), signal).then((release) => {
      entered.push(name)
      releases.set(name, release)
    })
  const end = async (name: string) => {
    releases.get(name)?.()
    await settled()
  }
  return { ask, end, entered }
}

test('an account has at most a quarter of the slots, and others get theirs at once', async () => {
  const { ask, entered } = open(8)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']) void ask(name)
  await settled()
  expect(entered).toEqual(['a1', 'a2', 'b1', 'b2'])
})

test('an account that holds its share and has its callers waiting is refused by itself alone', async () => {
  const { ask, entered } = open(2)
  for (const name of ['a1', 'a2', 'a3']) void ask(name)
  await expect(ask('a4')).rejects.toThrow(ShareFull)
  await ask('b1')
  expect(entered).toEqual(['a1', 'b1'])
})

test('the next in turn is the account with the fewest in flight, then the one that waited longest', async () => {
  const { ask, end, entered } = open(8)
  for (const name of ['a1', 'b1', 'b2', 'c1', 'c2', 'd1', 'd2', 'e1']) await ask(name)
  for (const name of ['a2', 'f1', 'g1']) void ask(name)
  await end('d1')
  await end('d2')
  await end('e1')
  expect(entered.slice(8)).toEqual(['f1', 'g1', 'a2'])
})

test('a caller that waits for the share of its own account holds up nobody, and enters when it ends', async () => {
  const { ask, end, entered } = open(2)
  for (const name of ['a1', 'a2', 'b1']) void ask(name)
  await settled()
  expect(entered).toEqual(['a1', 'b1'])
  await end('b1')
  expect(entered).toEqual(['a1', 'b1'])
  await end('a1')
  expect(entered).toEqual(['a1', 'b1', 'a2'])
})

test('a full queue is everybody’s, and a caller that leaves makes room', async () => {
  const { ask } = open(1, { maxWaiting: 2 })
  const leaving = new AbortController()
  await ask('a1')
  const left = ask('b1', leaving.signal)
  void ask('c1')
  await expect(ask('d1')).rejects.toThrow(QueueFull)
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  const [last] = await Promise.allSettled([Promise.race([ask('d1'), settled()])])
  expect(last.status).toBe('fulfilled')
})

test('the longest wait ends only what waits, and says whose slots were taken', async () => {
  const { ask, end, entered } = open(1, { maxWaitMs: 1_000 })
  await ask('a1')
  const [own, other] = [expect(ask('a2')).rejects.toThrow(ShareFull), expect(ask('b1')).rejects.toThrow(QueueTimeout)]
  await vi.advanceTimersByTimeAsync(1_001)
  await Promise.all([own, other])
  void ask('c1')
  await end('a1')
  expect(entered).toEqual(['a1', 'c1'])
})

test('a slot that is released twice is one, and an aborted signal acquires nothing', async () => {
  const { ask, end, entered } = open(1)
  await expect(ask('a1', AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
  await ask('a1')
  void ask('b1')
  void ask('c1')
  await end('a1')
  await end('a1')
  expect(entered).toEqual(['a1', 'b1'])
})
