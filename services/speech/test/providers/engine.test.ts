import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { openEngine } from '../../src/engines/engine.ts'

const file = new URL('../support/fake-engine.ts', import.meta.url)
const graceMs = 300
const engine = openEngine<string, string>(file, { graceMs })
const patient = openEngine<string, string>(file, { graceMs: 60_000, concurrency: 2 })
const patience = () => ({ signal: new AbortController().signal })
const given = () => {
  const abort = new AbortController()
  const free = Promise.withResolvers<void>()
  return {
    abort: () => abort.abort(new Error('aborted')),
    free: free.promise,
    options: { signal: abort.signal, onFree: free.resolve },
  }
}
afterEach(async () => {
  await Promise.all([engine.close(), patient.close()])
})

test('work that hangs rejects at once when it is aborted, and its process is killed a little later', async () => {
  const stuck = given()
  const hanging = engine.call('hang', stuck.options)
  stuck.abort()
  await expect(hanging).rejects.toThrow('aborted')
  await stuck.free
  expect(await engine.call('next', patience())).toBe('next')
})

test('its process has no key of ours, is told to count nothing for the maker of its runtime, and to give memory back', async () => {
  expect(JSON.parse(await engine.call('env', patience()))).toEqual({
    ...{ ORT_DISABLE_TELEMETRY: '1', MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536' },
  })
})

test('work that waits in the queue is removed at once when it is aborted, never reaches the engine, and the work before it is not disturbed', async () => {
  const long = engine.call(`busy ${graceMs * 4}`, patience())
  const behind = given()
  const waiting = engine.call('behind', behind.options)
  behind.abort()
  await behind.free
  await expect(waiting).rejects.toThrow('aborted')
  expect(await long).toBe(`busy ${graceMs * 4}`)
  expect(await engine.call('received', patience())).toBe(`busy ${graceMs * 4},received`)
})

test('work that comes in the moment in which its process is killed is done by the next', async () => {
  const hasty = openEngine<string, string>(file, { graceMs, concurrency: 2 })
  onTestFinished(() => hasty.close())
  const stuck = given()
  const hanging = hasty.call('hang', stuck.options)
  const rejected = expect(hanging).rejects.toThrow('aborted')
  stuck.abort()
  // Timers of one length fire in their order: the process is killed, and its end is not known yet.
  await pause(graceMs)
  expect(await hasty.call('in that moment', patience())).toBe('in that moment')
  await rejected
})

test('work for when nothing else waits lets all other work pass, and keeps its own order', async () => {
  const done: string[] = []
  const call = (name: string, whenIdle: boolean) =>
    engine.call(name, { ...patience(), whenIdle }).then((answer) => done.push(answer))
  await Promise.all([
    ...[call('busy 50', false), call('idle one', true), call('idle two', true)],
    ...[call('paid one', false), call('paid two', false)],
  ])
  expect(done).toEqual(['busy 50', 'paid one', 'paid two', 'idle one', 'idle two'])
})

test('work that waits behind a hang is done by the next process', async () => {
  const stuck = given()
  const hanging = engine.call('hang', stuck.options)
  const behind = engine.call('behind', patience())
  stuck.abort()
  await expect(hanging).rejects.toThrow('aborted')
  expect(await behind).toBe('behind')
})

test('work that ends within its grace leaves its process alive, and the other work in flight with it', async () => {
  const pid = await patient.call('pid', patience())
  const left = given()
  const short = patient.call('wait 50', left.options)
  const beside = patient.call('wait 200', patience())
  left.abort()
  await expect(short).rejects.toThrow('aborted')
  await left.free
  expect(await beside).toBe('wait 200')
  expect(await patient.call('pid', patience())).toBe(pid)
})

test('a crash is a transient fault of the work in flight, and of nothing else', async () => {
  const [crashed, behind] = await Promise.allSettled([
    engine.call('crash', patience()),
    engine.call('behind', patience()),
  ])
  expect(crashed).toMatchObject({ status: 'rejected', reason: { kind: 'transient', code: 'engine_ended' } })
  expect(behind).toEqual({ status: 'fulfilled', value: 'behind' })
})

test('a process that grows far beyond its limit is killed at work, and the next work has another', async () => {
  const small = openEngine<string, string>(file, { maxRssBytes: 150e6 })
  onTestFinished(() => small.close())
  await expect(small.call('grow 400', patience())).rejects.toMatchObject({ kind: 'transient', code: 'engine_ended' })
  expect(await small.call('next', patience())).toBe('next')
})

test('a close while work is in flight ends it as a transient fault', async () => {
  const all = Promise.allSettled([engine.call('hang', patience()), engine.call('behind', patience())])
  await engine.close()
  for (const one of await all) expect(one).toMatchObject({ reason: { kind: 'transient', code: 'engine_ended' } })
})
