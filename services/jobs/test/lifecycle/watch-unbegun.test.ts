import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { lookAtUnbegun } from '../../src/lifecycle/watch-unbegun.ts'
import { openLifecycle } from '../support/open-lifecycle.ts'
import { reports } from '../support/reports.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-unbegun'))
const { estimates, pickupDelay } = lifecycle.deps
/** Seconds that one more job of this lane is told. */
const told = (lane: 'fast' | 'bulk') =>
  estimates.secondsOf(
    { _id: 'new', userId: 'stranger', rank: 2, progress: 0, voiceId: 'v', userText: 'Hi', lane },
    0,
    lifecycle.now(),
  )

test('the oldest request that nobody has begun is seen, in its lane, until it is begun, postponed or ended', async () => {
  const userId = await lifecycle.account('pro')
  const short = await lifecycle.submit(userId)
  lifecycle.passMs(10_000)
  const long = await lifecycle.submit(userId, { userText: 'a'.repeat(1_001) })
  lifecycle.passMs(10_000)
  await lookAtUnbegun(lifecycle.deps)
  expect([told('fast'), told('bulk')]).toEqual([22, 22])
  pickupDelay.sawWork(lifecycle.now())
  expect(pickupDelay.rejectionRate(lifecycle.now())).toBeCloseTo(1 / 3)

  await lifecycle.handle(SpeechStarted, userId, { jobId: short._id, attempt: 1 })
  await reports(lifecycle, userId, long._id).postponed('speech')
  lifecycle.passMs(60_000)
  await lookAtUnbegun(lifecycle.deps)
  expect(told('bulk')).toBe(2)
  expect(pickupDelay.rejectionRate(lifecycle.now())).toBe(0)
})

test('a reply that waits for its voice counts from its writing', async () => {
  const userId = await lifecycle.account('free')
  const { _id } = await lifecycle.submit(userId, {}, 'reply')
  const report = reports(lifecycle, userId, _id)
  await report.chatStarted()
  lifecycle.passMs(30_000)
  await report.replyWritten()
  lifecycle.passMs(5_000)
  await lookAtUnbegun(lifecycle.deps)
  expect(told('fast')).toBeLessThan(10)
  expect(told('fast')).toBeGreaterThanOrEqual(6)
})
