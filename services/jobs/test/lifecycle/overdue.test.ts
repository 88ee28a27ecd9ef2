import { ChatStarted } from '@utter/contracts/events/chat-started'
import { SpeechProgressed } from '@utter/contracts/events/speech-progressed'
import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { StepPostponed } from '@utter/contracts/events/step-postponed'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { describe, expect, test } from 'vitest'
import { handleOverdue } from '../../src/lifecycle/repair/overdue.ts'
import { complete } from '../support/ends.ts'
import { openLifecycle } from '../support/open-lifecycle.ts'
import { finishedOf, overdue, reports, requestsOf } from '../support/reports.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-overdue'))

const minute = 60_000

describe('an overdue step', () => {
  test('a postponed step is requested again when it is due, with the next attempt', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId)
    const report = reports(lifecycle, userId, _id)
    await report.speechStarted()
    await report.postponed('speech', 30_000)
    await overdue(lifecycle, userId, _id)
    expect(await lifecycle.read(userId, _id)).toMatchObject({ postponed: true, attempt: 1 })
    lifecycle.passMs(31_000)
    await overdue(lifecycle, userId, _id)
    expect(await lifecycle.read(userId, _id)).toMatchObject({ attempt: 2, startedAttempt: 1, starts: 1 })
    expect((await lifecycle.read(userId, _id)).postponed).toBeUndefined()
    expect(requestsOf(lifecycle, _id)).toEqual(['speech-requested 1', 'speech-requested 2'])
    await complete(lifecycle, userId, _id)
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('a worker that waits for its next turn keeps the job for as long as it says so, and nothing that is shown changes', async () => {
    const userId = await lifecycle.account('free')
    const { _id: jobId } = await lifecycle.submit(userId)
    const report = reports(lifecycle, userId, jobId)
    await report.speechStarted()
    await report.spokenHalf()
    const before = await lifecycle.read(userId, jobId)
    const waiting = (attempt: number) =>
      lifecycle.handle(SpeechProgressed, userId, { jobId, attempt, done: 0.5, isWaiting: true })
    const sent = lifecycle.published.length
    for (let i = 0; i < 5; i++) {
      lifecycle.passMs(minute)
      await waiting(1)
      await overdue(lifecycle, userId, jobId)
    }
    const { dueAt, ...after } = await lifecycle.read(userId, jobId)
    const { dueAt: due, ...same } = before
    expect(after).toEqual(same)
    expect(dueAt?.getTime()).toBe(lifecycle.now().getTime() + 80_000)
    expect(lifecycle.published.length).toBe(sent)
    // Another attempt's signs count for nothing.
    lifecycle.passMs(2 * minute)
    await waiting(0)
    await overdue(lifecycle, userId, jobId)
    expect(await lifecycle.read(userId, jobId)).toMatchObject({ attempt: 2 })
    await complete(lifecycle, userId, jobId)
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('a vendor that is unavailable for hours postpones and does not use the tries up; after a day the job has timed out', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId)
    for (let hour = 0; hour < 24; hour++) {
      const { attempt: present, status } = await lifecycle.read(userId, _id)
      expect(status).not.toBe('failed')
      await lifecycle.handle(SpeechStarted, userId, { jobId: _id, attempt: present })
      await lifecycle.handle(StepPostponed, userId, {
        jobId: _id,
        attempt: present,
        stage: 'speech',
        until: new Date(lifecycle.now().getTime() + 30_000).toISOString(),
        code: 'busy',
      })
      lifecycle.passMs(60 * minute)
      await overdue(lifecycle, userId, _id)
    }
    lifecycle.passMs(minute)
    await overdue(lifecycle, userId, _id)
    expect(await lifecycle.read(userId, _id)).toMatchObject({
      status: 'failed',
      error: 'Timed out',
      call: { owed: false },
    })
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('a far Retry-After of a vendor postpones an hour at most, and no job outlives its day', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId)
    await reports(lifecycle, userId, _id).postponed('speech', 10 * 24 * 60 * minute)
    const first = await lifecycle.read(userId, _id)
    expect(first.dueAt).toEqual(new Date(lifecycle.now().getTime() + 60 * minute))
    lifecycle.passMs(60 * minute + 1)
    await overdue(lifecycle, userId, _id)
    expect(await lifecycle.read(userId, _id)).toMatchObject({ attempt: 2 })
    lifecycle.goTo(new Date((first.giveUpAt?.getTime() ?? 0) - 5 * minute))
    await lifecycle.handle(StepPostponed, userId, {
      jobId: _id,
      attempt: 2,
      stage: 'speech',
      until: new Date(lifecycle.now().getTime() + 30 * minute).toISOString(),
      code: 'busy',
    })
    expect((await lifecycle.read(userId, _id)).dueAt).toEqual(first.giveUpAt)
  })

  test('a step that was started and never ended is requested three times, then the job has timed out', async () => {
    const userId = await lifecycle.account('free', 1)
    const { _id } = await lifecycle.submit(userId, {}, 'reply')
    for (const present of [1, 2, 3]) {
      await lifecycle.handle(ChatStarted, userId, { jobId: _id, attempt: present })
      lifecycle.passMs(59_000)
      await overdue(lifecycle, userId, _id)
      expect((await lifecycle.read(userId, _id)).attempt).toBe(present)
      lifecycle.passMs(2_000)
      await overdue(lifecycle, userId, _id)
    }
    expect(await lifecycle.read(userId, _id)).toMatchObject({ status: 'failed', error: 'Timed out', code: 'timed_out' })
    expect(requestsOf(lifecycle, _id)).toEqual(['chat-requested 1', 'chat-requested 2', 'chat-requested 3'])
    expect(finishedOf(lifecycle, _id)).toHaveLength(1)
    expect((await lifecycle.submit(userId)).status).toBe('pending')
  })

  test('speech that was half spoken when its worker died is requested again, and its three starts count', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId)
    for (const present of [1, 2, 3]) {
      await lifecycle.handle(SpeechStarted, userId, { jobId: _id, attempt: present })
      await lifecycle.handle(SpeechProgressed, userId, { jobId: _id, attempt: present, done: 0.5 })
      expect(await lifecycle.read(userId, _id)).toMatchObject({ startedAttempt: present, attempt: present })
      lifecycle.passMs(3 * minute)
      await overdue(lifecycle, userId, _id)
      expect(await lifecycle.violations(userId)).toEqual([])
    }
    expect(await lifecycle.read(userId, _id)).toMatchObject({ status: 'failed', error: 'Timed out' })
  })

  test('a request that no worker took in half an hour is published again as it was', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId)
    for (let time = 0; time < 4; time++) {
      lifecycle.passMs(31 * minute)
      await overdue(lifecycle, userId, _id)
    }
    expect(await lifecycle.read(userId, _id)).toMatchObject({ status: 'pending', attempt: 1, starts: 1 })
    expect(requestsOf(lifecycle, _id)).toEqual(Array(5).fill('speech-requested 1'))
  })

  test('two sweepers that find the same step overdue send it again once', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId)
    await reports(lifecycle, userId, _id).speechStarted()
    lifecycle.passMs(3 * minute)
    const seen = await lifecycle.read(userId, _id)
    await Promise.all([1, 2, 3, 4].map(() => handleOverdue(lifecycle.deps, seen)))
    expect(await lifecycle.read(userId, _id)).toMatchObject({ attempt: 2, starts: 2, version: seen.version + 1 })
  })

  test('the result of an earlier attempt completes the job all the same', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId)
    const report = reports(lifecycle, userId, _id)
    await report.speechStarted()
    lifecycle.passMs(3 * minute)
    await overdue(lifecycle, userId, _id)
    await report.audioStored()
    expect((await lifecycle.read(userId, _id)).status).toBe('completed')
  })
})
