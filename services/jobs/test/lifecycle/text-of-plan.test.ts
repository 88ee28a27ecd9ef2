import { randomUUID } from 'node:crypto'
import { planOf, standardPlans, type TierName } from '@utter/contracts/plans'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { complete } from '../support/ends.ts'
import { callers, openJobs } from '../support/open-jobs.ts'

// The standard plans with batches on the free one too, so that its items are bounded as well.
const plans = standardPlans.map((plan) => ({ ...plan, batch: 100 }))
const jobs = await closedAfterAll(openJobs('text-of-plan', { plans }))

const most = planOf(standardPlans, 'free').charactersPerCall
const message = `User text must be at most ${most} characters on the free plan`
const refused = {
  status: 400,
  body: { error: message, code: 'text_too_long_for_plan', details: [{ field: 'userText', message }] },
}
const requestOf = (characters: number) => ({
  userText: 'a'.repeat(characters),
  requestId: randomUUID(),
  voiceId: 'default',
})
const post = (token: string, path: string, body: unknown) => jobs.request('POST', path, token, { body })
const tokenOf = (userId: string, tier: TierName) => callers.account(newIdentity({ userId, tier }))
async function account(tier: TierName = 'free') {
  const userId = await jobs.account(tier)
  return { userId, token: tokenOf(userId, tier) }
}

test('a text that is longer than a call of the plan may be is a 400: no job, and no call', async () => {
  const { userId, token } = await account()
  for (const path of ['/api/tts', '/api/reply'])
    expect(await post(token, path, requestOf(most + 1))).toMatchObject(refused)
  expect([await jobs.deps.jobs.countByStatus(userId, 'pending'), (await jobs.allowance(userId)).used]).toEqual([0, 0])
  expect((await post(token, '/api/tts', requestOf(most))).status).toBe(202)
  const paid = await account('starter')
  expect((await post(paid.token, '/api/tts', requestOf(10_000))).status).toBe(202)
})

test('such an item of a batch is rejected alone', async () => {
  const { userId, token } = await account()
  const [long, short] = [requestOf(most + 1), requestOf(1)]
  const { status, body } = await post(token, '/api/batch', { jobs: [long, short] })
  expect([status, body.accepted, body.jobs[0]]).toEqual([
    202,
    1,
    { requestId: long.requestId, error: message, details: [{ field: 'userText', message }] },
  ])
  expect((await jobs.allowance(userId)).used).toBe(1)
})

test('after a plan is left, a request that has its job is answered with it, and a retry repeats its text', async () => {
  const { userId, token } = await account('starter')
  const sent = requestOf(most + 1)
  const first = await post(token, '/api/tts', sent)
  await complete(jobs, userId, first.body.jobId)
  const onFree = tokenOf(userId, 'free')
  expect(await post(onFree, '/api/tts', sent)).toMatchObject({ status: 200, body: { jobId: first.body.jobId } })
  const retry = (body: unknown) => post(onFree, `/api/jobs/${first.body.jobId}/retry`, body)
  for (const body of [{ voiceId: 'slt' }, { userText: sent.userText }]) expect((await retry(body)).status).toBe(202)
  expect(await retry({ userText: `${sent.userText}b` })).toMatchObject(refused)
})
