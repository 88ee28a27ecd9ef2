import { AudioStored } from '@utter/contracts/events/audio-stored'
import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { audio, openLifecycle } from '../support/open-lifecycle.ts'

const accounts = 8
const roundsOfEach = 50

const lifecycle = await closedAfterAll(openLifecycle('jobs-cancel-race'))

/** A person and a worker at the same job in the same moment. @returns how it ended */
async function round(userId: string): Promise<string> {
  const { _id: jobId } = await lifecycle.submit(userId)
  const report = { jobId, attempt: 1 }
  const cancelled = cancel(lifecycle.deps, userId, jobId).then(
    () => true,
    (error) => {
      if (error.code !== 'too_late') throw error
      return false
    },
  )
  // Speech goes on in either case, and its reports are consumed one after the other.
  await lifecycle.handle(SpeechStarted, userId, report)
  await lifecycle.handle(AudioStored, userId, { ...report, audio })
  const { status, code, call } = await lifecycle.read(userId, jobId)
  expect([status, code, call?.owed]).toEqual(
    (await cancelled) ? ['failed', 'cancelled', false] : ['completed', undefined, true],
  )
  return status
}

test('cancelling races completion hundreds of times: completed and charged, or cancelled and refunded', {
  timeout: 300_000,
}, async () => {
  const userIds = await Promise.all(Array.from({ length: accounts }, () => lifecycle.account('free')))
  const ends = await Promise.all(
    userIds.map(async (userId) => {
      const mine: string[] = []
      for (let i = 0; i < roundsOfEach; i++) mine.push(await round(userId))
      return mine
    }),
  )
  await lifecycle.flushed()
  for (const [index, userId] of userIds.entries()) {
    await lifecycle.sweep(userId)
    expect((await lifecycle.allowance(userId)).used).toBe(ends[index]?.filter((end) => end === 'completed').length)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  }
  expect(ends.flat()).toHaveLength(accounts * roundsOfEach)
  expect(new Set(ends.flat())).toEqual(new Set(['completed', 'failed']))
})
