import { StepFailed } from '@utter/contracts/events/step-failed'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { beforeEach, expect, test } from 'vitest'
import { openLifecycle } from '../support/open-lifecycle.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-unknown-voice'))
beforeEach(() => lifecycle.become({ chat: 'local/small', speech: { default: 'piper/joe-1/joe' } }))

const eventsOf = (jobId: string) =>
  lifecycle.published.filter(({ data }) => (data as { jobId?: string }).jobId === jobId)
const typesOf = (jobId: string) => eventsOf(jobId).map(({ event }) => event.type)

test('a reply whose voice nobody has fails free, and the chat model is never asked', async () => {
  const userId = await lifecycle.account('free')
  const { used } = await lifecycle.allowance(userId)
  const { _id: jobId } = await lifecycle.submit(userId, { voiceId: 'nobody' }, 'reply')
  expect(typesOf(jobId)).toContain('step-failed')
  expect(typesOf(jobId)).not.toContain('chat-requested')
  const failed = eventsOf(jobId).find(({ event }) => event.type === 'step-failed')
  await lifecycle.handle(StepFailed, userId, failed?.data as never)
  expect(await lifecycle.read(userId, jobId)).toMatchObject({
    status: 'failed',
    code: 'invalid_voice',
    error: 'Invalid voice ID',
    call: { owed: false },
  })
  await lifecycle.sweep(userId)
  expect(await lifecycle.allowance(userId)).toMatchObject({ used, totals: { failed: 1 } })
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})

test('one whose voice may be known to a vendor is asked for as any other', async () => {
  lifecycle.become({ speech: { default: 'piper/joe-1/joe', '*': '' } })
  const userId = await lifecycle.account('free')
  const { _id: jobId } = await lifecycle.submit(userId, { voiceId: 'somebody' }, 'reply')
  expect(typesOf(jobId)).toContain('chat-requested')
})
