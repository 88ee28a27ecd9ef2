import { randomUUID } from 'node:crypto'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { completeAll } from '../support/ends.ts'
import { callers, openJobs } from '../support/open-jobs.ts'
import { signedUpAt } from '../support/open-lifecycle.ts'

const jobs = await closedAfterAll(openJobs('unverified-calls'))

const speak = (userId: string, unverifiedLimit?: number) =>
  submit(jobs.deps, jobs.draft(userId), { signedUpAt, unverifiedLimit })
const notVerified = { status: 402, code: 'email_not_verified', message: 'Verify your email address for more calls' }
async function rest(userId: string) {
  await completeAll(jobs, userId)
  await jobs.sweep(userId)
  expect(await jobs.violationsAtRest(userId)).toEqual([])
}

test('of thirty submissions at once exactly ten are accepted before the address is verified, and the next one after it', async () => {
  const userId = await jobs.account('free')
  const all = await Promise.allSettled(Array.from({ length: 30 }, () => speak(userId, 10)))
  const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toHaveLength(20)
  for (const reason of refused) expect(reason).toMatchObject(notVerified)
  expect((await jobs.allowance(userId)).used).toBe(10)
  await speak(userId)
  expect((await jobs.allowance(userId)).used).toBe(11)
  await rest(userId)
})

test('a call that is given back may be taken again', async () => {
  const userId = await jobs.account('free')
  const { job } = await speak(userId, 1)
  await expect(speak(userId, 1)).rejects.toMatchObject(notVerified)
  await cancel(jobs.deps, userId, job._id)
  await speak(userId, 1)
  await rest(userId)
})

test('an account without a call of its plan is told so, whether it is verified or not', async () => {
  const userId = await jobs.account('free', 0)
  await expect(speak(userId, 10)).rejects.toMatchObject({ code: 'call_limit_reached' })
})

test('the bound comes with the identity of the request', async () => {
  const identity = newIdentity({ userId: await jobs.account('free'), unverifiedLimit: 1 })
  const ask = () =>
    jobs.request('POST', '/api/tts', callers.account(identity), {
      body: { userText: 'Good morning', requestId: randomUUID(), voiceId: 'default' },
    })
  expect((await ask()).status).toBe(202)
  expect(await ask()).toMatchObject(problem(402, notVerified.message, notVerified.code))
  await rest(identity.userId)
})
