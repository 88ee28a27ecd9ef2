import { expect, test } from 'vitest'
import { ControlledQueue } from '../src/limits/controlled-queue.ts'
import { Problem } from '../src/problem.ts'

/** A server of two places on a clock of its own; each work ends when `finish` is called. */
function open() {
  let now = 0
  const queue = new ControlledQueue('test', 2, () => now)
  const ends: (() => void)[] = []
  const outcomes: string[] = []
  return {
    outcomes,
    checkRoom: () => queue.checkRoom(),
    pass: (ms: number) => {
      now += ms
    },
    ask: (name: string) =>
      queue
        .run(() => new Promise<void>((end) => ends.push(end)))
        .then(
          () => outcomes.push(`${name} done`),
          (error) => outcomes.push(`${name} ${error instanceof Problem ? error.status : error}`),
        ),
    async finish(count = 1) {
      for (let i = 0; i < count; i++) {
        ends.shift()?.()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

test('a burst waits its turn, and all of it is served', async () => {
  const server = open()
  for (const name of ['a', 'b', 'c', 'd', 'e']) void server.ask(name)
  for (let i = 0; i < 5; i++) {
    server.pass(120)
    await server.finish()
  }
  expect(server.outcomes).toEqual(['a done', 'b done', 'c done', 'd done', 'e done'])
})

test('in a standing queue only the newest requests are served', async () => {
  const server = open()
  for (const name of ['a', 'b', 'c', 'd']) void server.ask(name)
  for (let i = 0; i < 12; i++) {
    server.pass(100)
    void server.ask(`old ${i}`)
    void server.ask(`young ${i}`)
    if (i < 10) continue
    server.pass(20)
    await server.finish(2)
  }
  expect(server.outcomes.filter((one) => one.endsWith('503')).length).toBeGreaterThan(18)
  expect(server.outcomes).toContain('c 503')
  await server.finish(2)
  expect(server.outcomes).toContain('young 11 done')
})

test('in a standing queue a request without a prospect is refused at once; in a burst none is', async () => {
  const server = open()
  for (const name of ['a', 'b', 'c', 'd']) void server.ask(name)
  expect(server.checkRoom).not.toThrow()
  server.pass(700)
  void server.ask('late')
  expect(server.checkRoom).toThrow(Problem)
  server.pass(31)
  expect(server.checkRoom).not.toThrow()
  await server.finish(2)
  expect(server.outcomes).toEqual(expect.arrayContaining(['c 503', 'd 503', 'late 503', 'a done', 'b done']))
})

test('a queue that was empty again takes a burst again', async () => {
  const server = open()
  for (const name of ['a', 'b', 'c']) void server.ask(name)
  server.pass(2_000)
  await server.finish(3)
  expect(server.outcomes).toEqual(expect.arrayContaining(['a done', 'b done', 'c 503']))
  server.pass(5_000)
  for (const name of ['d', 'e', 'f']) void server.ask(name)
  server.pass(500)
  await server.finish(3)
  expect(server.outcomes).toContain('f done')
})

test('work that fails releases its slot, and more than a thousand do not wait', async () => {
  const queue = new ControlledQueue('test', 1)
  await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(queue.run(async () => 'yes')).resolves.toBe('yes')
  const hold = queue.run(() => new Promise<void>(() => {}))
  // Refused after the test, when their time is over.
  const waiting = Array.from({ length: 1_000 }, () => queue.run(async () => 'late').catch(() => 'refused'))
  await expect(queue.run(async () => 'too many')).rejects.toMatchObject({ status: 503 })
  expect([hold, ...waiting]).toHaveLength(1_001)
})
