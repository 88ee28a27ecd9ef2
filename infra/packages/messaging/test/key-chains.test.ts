import { expect, test } from 'vitest'
import { KeyChains } from '../src/consume/key-chains.ts'
import type { InFlightMessage } from '../src/consume/pump.ts'

const delivery = (partition: number, offset: string, key: string | null) =>
  ({ topic: 'job.steps', partition, message: { offset, key: key && Buffer.from(key) } }) as InFlightMessage

/** A handler that ends when the test lets it. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { handle: () => promise, end: resolve }
}

test('messages of one key are handled one after the other, those of another key meanwhile', async () => {
  const handled: string[] = []
  const chains = new KeyChains(() => {})
  const first = held()
  chains.add(delivery(0, '1', 'a'), first.handle)
  chains.add(delivery(0, '2', 'a'), async () => void handled.push('a2'))
  chains.add(delivery(0, '3', 'b'), async () => void handled.push('b3'))
  chains.add(delivery(0, '4', null), async () => void handled.push('without a key'))
  await new Promise(setImmediate)
  expect(handled).toEqual(['b3', 'without a key'])
  first.end()
  await chains.drained()
  expect(handled).toEqual(['b3', 'without a key', 'a2'])
})

test('each partition counts its chains, and their ends are reported', async () => {
  let ends = 0
  const chains = new KeyChains(() => ends++)
  const [one, other] = [held(), held()]
  chains.add(delivery(0, '1', 'a'), one.handle)
  chains.add(delivery(0, '2', 'a'), async () => {})
  chains.add(delivery(1, '1', 'a'), other.handle)
  expect([chains.count('job.steps', 0), chains.count('job.steps', 1)]).toEqual([1, 1])
  one.end()
  other.end()
  await chains.drained()
  await new Promise(setImmediate)
  expect([chains.count('job.steps', 0), chains.count('job.steps', 1), ends]).toEqual([0, 0, 2])
})
