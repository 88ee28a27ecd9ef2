import { WebhookAttempted } from '@utter/contracts/events/webhook-attempted'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { traceOf } from '../../src/domain/job/trace.ts'
import { completeAll } from '../support/ends.ts'
import { openLifecycle } from '../support/open-lifecycle.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-webhook-attempted'))

test('tries that are reported late, twice and in any order count once, and change nothing else of the job', async () => {
  const userId = await lifecycle.account('pro')
  const { _id } = await lifecycle.submit(userId)
  await completeAll(lifecycle, userId)
  await lifecycle.sweep(userId)
  const before = await lifecycle.read(userId, _id)
  const report = (attempts: number, delivered: boolean) =>
    lifecycle.handle(WebhookAttempted, userId, { jobId: _id, attempts, delivered })
  await report(1, false)
  expect(await lifecycle.read(userId, _id)).toEqual({ ...before, webhookAttempts: 1 })
  for (const [attempts, delivered] of [
    [3, true],
    [2, false],
    [3, true],
    [1, false],
  ] as const)
    await report(attempts, delivered)
  expect(await lifecycle.read(userId, _id)).toEqual({ ...before, webhookAttempts: 3, webhookDelivered: true })
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})

test('the delivery is a stage of its trace, from the first try on', async () => {
  const userId = await lifecycle.account('pro')
  const { _id: jobId } = await lifecycle.submit(userId)
  await completeAll(lifecycle, userId)
  const [firstAttemptAt, deliveredAt] = ['2026-03-20T12:01:00.000Z', '2026-03-20T12:01:05.500Z']
  const tries = { jobId, attempts: 1, delivered: false, firstAttemptAt }
  await lifecycle.handle(WebhookAttempted, userId, tries)
  const last = async () => traceOf(await lifecycle.read(userId, jobId)).at(-1)
  expect(await last()).toEqual({ stage: 'delivery', startedAt: firstAttemptAt, tries: 1 })
  await lifecycle.handle(WebhookAttempted, userId, { ...tries, attempts: 2, delivered: true, deliveredAt })
  await lifecycle.handle(WebhookAttempted, userId, tries)
  expect(await last()).toEqual({
    stage: 'delivery',
    startedAt: firstAttemptAt,
    endedAt: deliveredAt,
    ms: 5_500,
    tries: 2,
  })
})

test('a job that is gone, or another account’s, is left alone', async () => {
  const [owner, stranger] = [await lifecycle.account('pro'), await lifecycle.account('pro')]
  const { _id } = await lifecycle.submit(owner)
  await lifecycle.handle(WebhookAttempted, stranger, { jobId: _id, attempts: 1, delivered: true })
  expect(await lifecycle.read(owner, _id)).toMatchObject({ webhookAttempts: 0, webhookDelivered: false })
})
