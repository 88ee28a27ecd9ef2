import { setTimeout as pause } from 'node:timers/promises'
import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openMongoProxy } from '@utter/testing/faults/mongo-proxy'
import { mongo } from 'mongoose'
import { expect, test } from 'vitest'
import { deadAfterMs, openStage, stage } from './support/open-stage.ts'

const proxy = await closedAfterAll(openMongoProxy())
const { aGroup, aJob, claims, openMember, present, worker } = await openStage({ mongoUrl: proxy.url })
const steppedDown = { code: 189, codeName: 'PrimarySteppedDown' }

test.each([
  ['for a moment', 0.3],
  ['for longer than a claim without a heartbeat lives', (3 * deadAfterMs) / 1_000],
])('a primary that steps down %s when the vendor has answered costs no second call', async (_howLong, seconds) => {
  const refused = proxy.refused()
  const job = aJob(async () => {
    if (job.paid() === 1) proxy.refuseAll(steppedDown)
    return { reply: 'Paid' }
  })
  await job.ask()
  await expect.poll(() => proxy.refused() > refused).toBe(true)
  await pause(seconds * 1_000)
  proxy.refuseAll(undefined)
  await job.reported(ReplyWritten.type)
  expect(job.paid()).toBe(1)
  expect(await claims.find(job.jobId, stage)).toMatchObject({ result: { value: { reply: 'Paid' } } })
})

test('a process that must end while its result cannot be written ends in time, and leaves the claim to be taken over', async () => {
  await present.bus.close()
  const usual = worker()
  let tries = 0
  const finish = async () => {
    tries++
    throw new mongo.MongoServerError({ ok: 0, ...steppedDown })
  }
  const group = await aGroup()
  const dying = await openMember({ drainMs: 300 }, group, { ...usual, claims: { ...usual.claims, finish } })
  const job = aJob(async () => ({ reply: 'Paid' }))
  await job.ask()
  await expect.poll(() => tries).toBeGreaterThan(1)
  const beganMs = performance.now()
  await dying.close()
  expect(performance.now() - beganMs).toBeLessThan(3_000)
  const { result, fence } = (await job.claimDocument()) as unknown as { result?: unknown; fence: number }
  expect([result, fence, job.of(ReplyWritten.type)]).toEqual([undefined, 1, []])
  await job.overdue()
  await openMember({}, group)
  await job.reported(ReplyWritten.type)
  expect(job.paid()).toBe(2)
})
