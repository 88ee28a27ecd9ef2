import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { SpeechProgressed } from '@utter/contracts/events/speech-progressed'
import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { StepFailed } from '@utter/contracts/events/step-failed'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { openLifecycle } from '../support/open-lifecycle.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-own-faults'))

/** A job of a text that the voice fails with this code. */
async function failing(userId: string, code: string): Promise<string> {
  const { _id: jobId } = await lifecycle.submit(userId)
  await lifecycle.handle(SpeechStarted, userId, { jobId, attempt: 1 })
  const failed = { jobId, attempt: 1, stage: 'speech' as const, code, error: 'The voice left out a part of the text' }
  await lifecycle.handle(StepFailed, userId, failed)
  return jobId
}
const owed = async (userId: string, ids: string[]) =>
  Promise.all(ids.map(async (id) => (await lifecycle.read(userId, id)).call?.owed))

test('five failures in 24 hours that the account’s own text caused are free, each further one costs its call', async () => {
  const userId = await lifecycle.account('free')
  const ids: string[] = []
  for (let i = 0; i < 7; i++)
    ids.push(
      await failing(userId, ['text_left_out', 'voice_ran_on', 'speech_too_long', 'nothing_to_speak'][i % 4] ?? ''),
    )
  expect(await owed(userId, ids)).toEqual([false, false, false, false, false, true, true])
  expect(await lifecycle.allowance(userId)).toMatchObject({ used: 2, active: [] })
  const ends = lifecycle.published.filter((event) => event.userId === userId && event.event.type === 'job-finished')
  expect(ends.map(({ data }) => (data as { owed: boolean }).owed)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
    true,
  ])

  lifecycle.passMs(24 * 3_600_000 + 1_000)
  expect(await owed(userId, [await failing(userId, 'text_left_out')])).toEqual([false])
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})

test('a failure that is reported again stays what it was', async () => {
  const userId = await lifecycle.account('free')
  const ids: string[] = []
  for (let i = 0; i < 6; i++) ids.push(await failing(userId, 'text_left_out'))
  const again = { attempt: 1, stage: 'speech' as const, code: 'text_left_out', error: 'again' }
  for (const jobId of ids) await lifecycle.handle(StepFailed, userId, { jobId, ...again })
  expect(await owed(userId, ids)).toEqual([false, false, false, false, false, true])
  expect((await lifecycle.allowance(userId)).used).toBe(1)
})

/** A reply that fails with this code: at its own text, or at the model's, which speech speaks. */
async function failingReply(userId: string, stage: 'chat' | 'speech', code: string): Promise<string> {
  const { _id: jobId } = await lifecycle.submit(userId, {}, 'reply')
  if (stage === 'speech')
    await lifecycle.handle(ReplyWritten, userId, { jobId, attempt: 1, reply: '…', tokens: 1, model: 'm' })
  await lifecycle.handle(StepFailed, userId, { jobId, attempt: 1, stage, code, error: 'The text cannot be used' })
  return jobId
}

test.each([
  ['content_refused', 'chat', true],
  ['text_too_long', 'chat', true],
  // The model's text, not the account's.
  ['nothing_to_speak', 'speech', false],
  ['text_left_out', 'speech', false],
] as const)('the sixth reply of a day that fails by %s at %s costs its call: %s', async (code, stage, costs) => {
  const userId = await lifecycle.account('free')
  const ids: string[] = []
  for (let i = 0; i < 6; i++) ids.push(await failingReply(userId, stage, code))
  expect(await owed(userId, ids)).toEqual([false, false, false, false, false, costs])
  expect((await lifecycle.allowance(userId)).used).toBe(costs ? 1 : 0)
})

test('the sixth reply of a day that is cancelled when it was heard costs its call; one that was not heard never does', async () => {
  const userId = await lifecycle.account('free')
  const ids: string[] = []
  for (let i = 0; i < 8; i++) {
    const { _id: jobId } = await lifecycle.submit(userId, {}, 'reply')
    const heard = { jobId, attempt: 1, done: 0, isAudible: true }
    if (i !== 6) await lifecycle.handle(SpeechProgressed, userId, heard)
    await cancel(lifecycle.deps, userId, jobId)
    ids.push(jobId)
  }
  expect(await owed(userId, ids)).toEqual([false, false, false, false, false, true, false, true])
  expect(await lifecycle.allowance(userId)).toMatchObject({ used: 2, active: [] })
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})

test.each(['internal', 'invalid_voice', 'content_refused'])('a failure by %s never costs a call', async (code) => {
  const userId = await lifecycle.account('free')
  const ids: string[] = []
  for (let i = 0; i < 7; i++) ids.push(await failing(userId, code))
  expect(new Set(await owed(userId, ids))).toEqual(new Set([false]))
  expect((await lifecycle.allowance(userId)).used).toBe(0)
})
