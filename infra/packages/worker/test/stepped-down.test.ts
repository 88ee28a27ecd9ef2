import { setTimeout as pause } from 'node:timers/promises'
import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openMongoProxy } from '@utter/testing/faults/mongo-proxy'
import { expect, test } from 'vitest'
import { openStage, stage, takeOverAfterMs } from './support/open-stage.ts'

const proxy = await closedAfterAll(openMongoProxy())
const { aJob, claims } = await openStage({ mongoUrl: proxy.url })
const steppedDown = { code: 189, codeName: 'PrimarySteppedDown' }

test.each([
  ['for a moment', 0.3],
  ['for longer than a claim without a heartbeat lives', (8 * takeOverAfterMs) / 1_000],
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
