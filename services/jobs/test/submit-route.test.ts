import { randomUUID } from 'node:crypto'
import { monthOf } from '@utter/contracts/period'
import { planOf, standardPlans } from '@utter/contracts/plans'
import { unavailable } from '@utter/http/problem'
import { newIdentity } from '@utter/testing/callers'
import { invalid, missingScope, notLoggedIn, problem } from '@utter/testing/problems'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAllowance } from '../src/domain/allowance.ts'
import { completeAll } from './support/ends.ts'
import { callers, type Jobs, openJobs } from './support/open-jobs.ts'
import { signedUpAt } from './support/open-lifecycle.ts'

const stop = new AbortController()
let jobs: Jobs
let privateJobs: Jobs
beforeAll(async () => {
  jobs = await openJobs('submit', { stopping: stop.signal })
  privateJobs = await openJobs('submit-private', { allowPrivateWebhooks: true })
})
afterAll(async () => {
  await jobs[Symbol.asyncDispose]()
  await privateJobs[Symbol.asyncDispose]()
})

const good = () => ({ userText: 'Good morning', requestId: randomUUID(), voiceId: 'default' })
const someone = (tier: 'free' | 'pro' = 'free') => callers.person(newIdentity({ tier }))

describe.each(['/api/reply', '/api/tts'])('POST %s', (path) => {
  const submit = (token: string | undefined, body: unknown, headers: Record<string, string> = {}) =>
    jobs.request('POST', path, token, { body, headers })

  test('202: the job, its position, and where to follow it', async () => {
    const { status, headers, body } = await submit(someone(), good())
    expect([status, headers.location]).toEqual([202, `/api/jobs/${body.jobId}`])
    expect(body).toEqual({
      jobId: expect.any(String),
      status: 'pending',
      position: 0,
      expectedSeconds: expect.any(Number),
      links: { job: `/api/jobs/${body.jobId}`, events: `/api/events/${body.jobId}` },
    })
  })

  test('202 with its position for a job that waits; 200 with the same job for a repetition', async () => {
    const [token, third] = [someone(), good()]
    await submit(token, good())
    await submit(token, good())
    const waiting = await submit(token, third)
    expect(waiting).toMatchObject({ status: 202, body: { position: 1 } })
    expect(await submit(token, third)).toMatchObject({
      status: 200,
      body: { jobId: waiting.body.jobId, status: 'pending', cached: false },
    })
  })

  test('200 by `Prefer: wait` for a job that ends in time', async () => {
    const userId = await jobs.account('free')
    const answer = submit(callers.person(newIdentity({ userId })), good(), { prefer: 'wait=20' })
    await expect.poll(() => jobs.deps.jobs.countByStatus(userId, 'pending')).toBe(1)
    await completeAll(jobs, userId)
    expect(await answer).toMatchObject({ status: 200, body: { status: 'completed', audioUrl: expect.any(String) } })
  })

  test('`Idempotency-Key` is the request id of a body without one', async () => {
    const [token, { requestId, ...rest }] = [someone(), good()]
    const first = await submit(token, rest, { 'idempotency-key': requestId })
    expect(first.status).toBe(202)
    expect(await submit(token, { ...rest, requestId })).toMatchObject({
      status: 200,
      body: { jobId: first.body.jobId },
    })
  })

  test.each<[Record<string, unknown>, string, string]>([
    [{ userText: undefined }, 'userText', 'User text is required'],
    [{ userText: ' ' }, 'userText', 'User text is required'],
    [{ requestId: undefined }, 'requestId', 'Request ID is required'],
    [{ voiceId: 7 }, 'voiceId', 'Voice ID must be a string'],
    [{ webhookUrl: 'nonsense' }, 'webhookUrl', 'Webhook URL must be a valid URL'],
    [{ metadata: [] }, 'metadata', 'metadata must be an object'],
  ])('400: %j', async (change, field, sentence) => {
    expect(await submit(someone(), { ...good(), ...change })).toMatchObject(invalid(field, sentence))
  })

  test.each(callers.refused.account)('401 for %s', async (_caller, token) => {
    expect(await submit(token, good())).toMatchObject(notLoggedIn)
  })

  test('402: no call is left, with the sentence of the plan', async () => {
    for (const [tier, sentence, code] of [
      ['free', 'API call limit reached', 'call_limit_reached'],
      ['starter', 'Spending limit reached', 'spending_limit_reached'],
    ] as const) {
      const userId = await jobs.account(tier, 0)
      expect(await submit(callers.person(newIdentity({ userId, tier })), good())).toMatchObject(
        problem(402, sentence, code),
      )
    }
  })

  test('403: an API key that may not write jobs', async () => {
    expect(await submit(callers.key(['jobs:read']), good())).toMatchObject(missingScope('jobs:write'))
  })

  test('409: a request id with another body', async () => {
    const [token, body] = [someone(), good()]
    expect((await submit(token, body)).status).toBe(202)
    expect(await submit(token, { ...body, userText: 'Good evening' })).toMatchObject(
      problem(409, 'Request ID already used with a different request', 'request_id_reused'),
    )
  })

  test('503 before the body is read, when load shedding has no room', async () => {
    await using full = await openJobs('submit-full', {
      loadShedding: {
        run: () => expect.unreachable('a submission was run'),
        checkRoom: () => {
          throw unavailable()
        },
      },
    })
    const { status, headers } = await full.request('POST', path, someone(), { body: good() })
    expect([status, headers['retry-after']]).toEqual([503, '1'])
  })
})

describe('the webhook', () => {
  const submit = (tier: 'free' | 'pro', webhookUrl: string, to = jobs) =>
    to.request('POST', '/api/tts', someone(tier), { body: { ...good(), webhookUrl } })

  test('is for paid plans: 403 on the free one, and no job', async () => {
    const identity = newIdentity()
    const body = { ...good(), webhookUrl: 'https://example.com/hook' }
    expect(await jobs.request('POST', '/api/tts', callers.person(identity), { body })).toMatchObject(
      problem(403, 'Webhooks are available on paid plans', 'plan_required'),
    )
    expect(await jobs.deps.allowances.read(identity.userId)).toBeNull()
    expect(await submit('pro', 'https://example.com/hook')).toMatchObject({ status: 202 })
  })

  test.each([
    'http://127.0.0.1:6379/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://localhost/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://10.0.0.7/',
  ])('is refused where it leads to a private address, unless the environment allows it: %s', async (webhookUrl) => {
    expect(await submit('pro', webhookUrl)).toMatchObject(
      invalid('webhookUrl', 'Webhook URL must lead to a public address'),
    )
    expect(await submit('pro', webhookUrl, privateJobs)).toMatchObject({ status: 202 })
  })
})

test('an account’s plan, not that of its token, decides on the calls', async () => {
  const userId = randomUUID()
  const plan = planOf(standardPlans, 'free')
  await jobs.deps.allowances.create({
    ...newAllowance(userId, plan, signedUpAt, monthOf(signedUpAt, jobs.now())),
    used: 100,
  })
  const token = callers.person(newIdentity({ userId, tier: 'pro' }))
  expect(await jobs.request('POST', '/api/tts', token, { body: good() })).toMatchObject({ status: 402 })
})

// Last: the process that these routes belong to is stopping after it.
test('a request that waits for an end is answered 202 at once when the process is asked to stop', async () => {
  const userId = randomUUID()
  const answer = jobs.request('POST', '/api/tts', callers.person(newIdentity({ userId })), {
    body: good(),
    headers: { prefer: 'wait=20' },
  })
  await expect.poll(() => jobs.deps.jobs.countByStatus(userId, 'pending')).toBe(1)
  const stoppedAtMs = performance.now()
  stop.abort()
  expect(await answer).toMatchObject({ status: 202 })
  expect(performance.now() - stoppedAtMs).toBeLessThan(2_000)
})
