import { createLog } from '@utter/telemetry/log'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Assignments } from '../src/consume/assignments.ts'
import { type OffsetCommitter, startCommitting } from '../src/consume/offset-committer.ts'
import type { EachBatchPayload } from '../src/kafkajs/kafkajs.ts'

type Commit = EachBatchPayload['commitOffsetsIfNecessary']

const assignments = new Assignments()
let committer: OffsetCommitter
const committed: string[] = []
const answers: Commit = async (offsets) => {
  for (const { topic, partitions } of offsets?.topics ?? [])
    for (const { partition, offset } of partitions) committed.push(`${topic} ${partition} ${offset}`)
}
const isNeverAnswered: Commit = () => new Promise(() => {})

beforeEach(() => {
  vi.useFakeTimers()
  committed.length = 0
  assignments.assign([{ topic: 'jobs', partition: 1 }], false)
  committer = startCommitting(() => assignments.all(), 'a group', createLog('test', 'silent'))
})
afterEach(async () => {
  vi.useRealTimers()
  await committer.close()
})

const ackNext = (offset: number) => assignments.get({ topic: 'jobs', partition: 1 })?.tracker.take(offset)()

test('what was acked is committed within half a second, and nothing again', async () => {
  committer.use(answers)
  ackNext(5)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(committed).toEqual(['jobs 1 6'])
})

test('a commit that is never answered is given up, and the next generation commits what it left', async () => {
  committer.use(isNeverAnswered)
  ackNext(5)
  await vi.advanceTimersByTimeAsync(1_000)
  committer.use(answers)
  ackNext(6)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(committed).toEqual(['jobs 1 7'])
})
