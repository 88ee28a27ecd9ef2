import { randomUUID } from 'node:crypto'
import { AccountState } from '@utter/contracts/events/account-state'
import { isFinal } from '@utter/contracts/jobs'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { audioStored } from '../../src/consumes/audio-stored.ts'
import type { Job } from '../../src/domain/job/job.ts'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { eraseAccount } from '../../src/lifecycle/end/erase-account.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { openLifecycle, signedUpAt } from '../support/open-lifecycle.ts'
import { finishedOf, reports } from '../support/reports.ts'
import { states } from '../support/states.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-erasure'))

const deleteAccount = (userId: string) =>
  lifecycle.handle(AccountState, userId, {
    username: '',
    email: '',
    signedUpAt: signedUpAt.toISOString(),
    deleted: true,
  })
const left = async (userId: string) => {
  const { connection } = lifecycle.mongo
  const jobs = await connection.collection('jobs').countDocuments({ userId })
  const isOpen = { _id: userId, closedAt: { $exists: false } }
  const allowances = await connection.collection<{ _id: string }>('allowances').countDocuments(isOpen)
  const days = await connection.collection('usage').countDocuments({ userId })
  return { jobs, allowances, days }
}
const nothing = { jobs: 0, allowances: 0, days: 0 }

/** An account with a job at each stage of its life, and one that is being submitted. */
async function everyStage() {
  const userId = await lifecycle.account('creator')
  const reach: Record<string, (job: ReturnType<typeof reports>) => Promise<unknown>> = {
    placed: async () => {},
    'chat-started': (job) => job.chatStarted(),
    'reply-written': (job) => job.replyWritten(),
    'speech-started': (job) => job.replyWritten().then(job.speechStarted),
    'half-spoken': (job) => job.replyWritten().then(job.speechStarted).then(job.spokenHalf),
    postponed: (job) => job.postponed('chat'),
    completed: (job) => job.replyWritten().then(job.audioStored),
    failed: (job) => job.failed('chat'),
  }
  const ids: Record<string, string> = {}
  for (const [stage, act] of Object.entries(reach)) {
    const { _id } = await lifecycle.submit(userId, {}, 'reply')
    await act(reports(lifecycle, userId, _id))
    ids[stage] = _id
  }
  // A creator has ten active jobs at once.
  for (const waiting of ['waiting', 'cancelled'])
    for (let active = 0; ids[waiting] === undefined && active < 12; active++) {
      const { _id, queue } = await lifecycle.submit(userId, {}, 'reply')
      if (queue === 'waiting') ids[waiting] = _id
    }
  await cancel(lifecycle.deps, userId, ids.cancelled ?? '')
  await lifecycle.deps.jobs.insert(lifecycle.draft(userId))
  return { userId, ids }
}
const endOf = (id: string | undefined) => finishedOf(lifecycle, id ?? '').at(-1)?.data as Record<string, unknown>

test('jobs of every stage end and go, with the allowance, and those of another account stay', async () => {
  const { userId, ids } = await everyStage()
  await lifecycle.deps.usage.set(userId, { day: signedUpAt, rows: [] }, 1)
  const other = await lifecycle.account('free')
  await lifecycle.submit(other)
  await deleteAccount(userId)
  await lifecycle.flushed()
  expect([await left(userId), await left(other)]).toEqual([nothing, { jobs: 1, allowances: 1, days: 0 }])
  for (const [stage, id] of Object.entries(ids)) {
    const { status, owed, code } = endOf(id)
    const expected = {
      completed: ['completed', true, undefined],
      failed: ['failed', false, 'unknown_voice'],
      cancelled: ['failed', false, 'cancelled'],
    }[stage] ?? ['failed', false, 'account_deleted']
    expect([stage, status, owed, code]).toEqual([stage, ...expected])
  }
})

test('the end of a job does not carry its reply', async () => {
  const userId = await lifecycle.account('free')
  const { _id } = await lifecycle.submit(userId, {}, 'reply')
  await reports(lifecycle, userId, _id).replyWritten()
  await reports(lifecycle, userId, _id).audioStored()
  expect(endOf(_id)).toMatchObject({ jobId: _id, status: 'completed' })
  expect(endOf(_id)).not.toHaveProperty('aiResponse')
})

test('a worker’s report that is consumed late brings nothing back', async () => {
  const { userId, ids } = await everyStage()
  await deleteAccount(userId)
  const before = lifecycle.published.length
  for (const id of Object.values(ids)) {
    const { failed, postponed, ...others } = reports(lifecycle, userId, id)
    for (const report of Object.values(others)) await report()
    await failed('speech')
    await postponed('chat')
  }
  expect(await left(userId)).toEqual(nothing)
  expect(lifecycle.published.length).toBe(before)
})

test('a plan or a bonus that is consumed late brings no allowance back, whatever came first', async () => {
  const userId = randomUUID()
  await deleteAccount(userId)
  await states(lifecycle).billing(userId, 3, { tier: 'pro' })
  await states(lifecycle).bonus(userId, 3, 300)
  expect(await left(userId)).toEqual(nothing)
})

test('the call of a job that was completed a moment before is still entered, though its report finds no job any more', async () => {
  const userId = await lifecycle.account('free')
  const { _id } = await lifecycle.submit(userId)
  // The process dies between the update and the publication; the report is consumed again after the erasure.
  const { deps } = lifecycle
  const dying = await lifecycle.depsOf({ ...deps, publish: () => Promise.reject(new Error('dead')) })
  const data = { jobId: _id, attempt: 1, audio: { name: 'a.mp3', sizeBytes: 4, durationMs: 1_000, peaks: [] } }
  const about = { userId, version: 1, occurredAt: lifecycle.now().toISOString() }
  await expect(audioStored(dying).handle(data, about)).rejects.toThrow('dead')
  expect(finishedOf(lifecycle, _id)).toEqual([])
  await deleteAccount(userId)
  await reports(lifecycle, userId, _id).audioStored()
  expect(endOf(_id)).toMatchObject({ status: 'completed', owed: true })
  expect(await left(userId)).toEqual(nothing)
})

test('a submission in flight is refused, and what it began is removed by the next erasure', async () => {
  const userId = await lifecycle.account('free')
  await Promise.all([
    deleteAccount(userId),
    ...Array.from({ length: 8 }, () => submit(lifecycle.deps, lifecycle.draft(userId), { signedUpAt }).catch(() => {})),
  ])
  await expect(submit(lifecycle.deps, lifecycle.draft(userId), { signedUpAt })).rejects.toMatchObject({ status: 401 })
  await eraseAccount(lifecycle.deps, userId)
  expect(await left(userId)).toEqual(nothing)
  await lifecycle.sweep(userId)
  expect(await left(userId)).toEqual(nothing)
})

test('a death at any step leaves nothing once the message is consumed again, and no job ends without being published', async () => {
  class Death extends Error {}
  for (let step = 0, isDone = false; !isDone; step++) {
    const { userId, ids } = await everyStage()
    let calls = 0
    /** Takes effect, and dies before it returns. */
    const die = async <T>(act: () => Promise<T>): Promise<T> => {
      const result = await act()
      if (++calls > step) throw new Death()
      return result
    }
    const { jobs, allowances, usage, pronunciations, works, chapters, publish, clock } = lifecycle.deps
    const deps = {
      jobs: {
        ...jobs,
        update: (...given: Parameters<typeof jobs.update>) => die(() => jobs.update(...given)),
        removeSubmitting: (...given: Parameters<typeof jobs.removeSubmitting>) =>
          die(() => jobs.removeSubmitting(...given)),
        removeEnded: (ended: Job[]) => die(() => jobs.removeEnded(ended)),
      },
      allowances: {
        ...allowances,
        bury: (...given: Parameters<typeof allowances.bury>) => die(() => allowances.bury(...given)),
      },
      usage: { ...usage, removeOf: (id: string) => die(() => usage.removeOf(id)) },
      pronunciations: {
        ...pronunciations,
        removeOf: (id: string) => die(() => pronunciations.removeOf(id)),
      },
      works: { ...works, removeOf: (id: string) => die(() => works.removeOf(id)) },
      chapters: { ...chapters, removeOf: (id: string) => die(() => chapters.removeOf(id)) },
      publish: (events: OutgoingEvent[]) => die(() => publish(events)),
      clock,
    }
    isDone = await eraseAccount(deps, userId).then(
      () => true,
      (error) => {
        if (!(error instanceof Death)) throw error
        return false
      },
    )
    await deleteAccount(userId)
    await lifecycle.flushed()
    expect([step, await left(userId)]).toEqual([step, nothing])
    for (const [stage, id] of Object.entries(ids))
      expect([stage, isFinal(String(endOf(id)?.status))]).toEqual([stage, true])
  }
})
