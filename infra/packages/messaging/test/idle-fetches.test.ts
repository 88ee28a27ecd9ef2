import { createRequire } from 'node:module'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../src/kafkajs/kafkajs.ts'

const { prototype } = createRequire(import.meta.url)('kafkajs/src/consumer/consumerGroup') as {
  prototype: { fetch(nodeId: string): Promise<{ partition: number }[]> }
}
const message = { offset: '7', key: null, value: null }

/** kafkajs' own member of a group with two partitions, whose broker answers each fetch with these messages of the first. */
function open({ sessionTimeout = 10_000 } = {}) {
  const waited: number[] = []
  let messages: object[] = []
  let isPaused = false
  const partitions = [0, 1]
  const group = Object.assign(Object.create(prototype) as typeof prototype, {
    ...{ maxWaitTime: 250, sessionTimeout, preferredReadReplicasPerTopicPartition: {} },
    checkForStaleAssignment() {},
    filterPartitionsByNode: (_: string, assigned: unknown) => assigned,
    seekOffsets: async () => {},
    getActiveTopicPartitions: () => ({ jobs: new Set(partitions) }),
    seekOffset: { has: () => false },
    subscriptionState: {
      assigned: () => [{ topic: 'jobs', partitions }],
      paused: () => (isPaused ? [{ topic: 'jobs', partitions: [1] }] : []),
      isPaused: () => false,
    },
    offsetManager: { committedOffsets: () => ({ jobs: { 0: '0', 1: '0' } }), nextOffset: () => 5 },
    cluster: {
      refreshMetadataIfNecessary: async () => {},
      findBroker: async () => ({
        async fetch({ maxWaitTime }: { maxWaitTime: number }) {
          waited.push(maxWaitTime)
          const answer = partitions.map((partition) => ({
            ...{ partition, highWatermark: '8', abortedTransactions: [] },
            messages: partition === 0 ? messages : [],
          }))
          return { responses: [{ topicName: 'jobs', partitions: answer }] }
        },
      }),
    },
  })
  return {
    /** How long the next fetch may wait, and the partitions of its batches. */
    async fetch(answered: object[] = []) {
      messages = answered
      const batches = await group.fetch('1')
      return [waited.at(-1), batches.map(({ partition }) => partition)]
    },
    pause(paused: boolean) {
      isPaused = paused
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a consumer that has consumed nothing for five seconds waits longer, until it consumes again', async () => {
  const { fetch } = open()
  expect(await fetch()).toEqual([250, []])
  vi.advanceTimersByTime(5_001)
  expect(await fetch()).toEqual([1_000, []])
  expect(await fetch([message])).toEqual([1_000, [0]])
  expect(await fetch()).toEqual([250, []])
  vi.advanceTimersByTime(5_001)
  expect(await fetch()).toEqual([1_000, []])
})

test('one with a paused partition is never idle', async () => {
  const { fetch, pause } = open()
  await fetch()
  pause(true)
  vi.advanceTimersByTime(60_000)
  expect(await fetch()).toEqual([250, []])
  pause(false)
  expect(await fetch()).toEqual([1_000, []])
})

test('one with a short session waits no longer than a tenth of it', async () => {
  const { fetch } = open({ sessionTimeout: 6_000 })
  await fetch()
  vi.advanceTimersByTime(60_000)
  expect(await fetch()).toEqual([600, []])
})
