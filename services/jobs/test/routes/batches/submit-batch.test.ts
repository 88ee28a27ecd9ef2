import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { TtsRequest } from '@utter/contracts/http/jobs/job-request'
import type { TierName } from '@utter/contracts/plans'
import { unavailable } from '@utter/http/problem'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { describe, expect, test } from 'vitest'
import { newJob } from '../../../src/domain/job/new-job.ts'
import { complete, completeAll } from '../../support/ends.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('batch'))

const item = (more: Record<string, unknown> = {}) => ({
  userText: 'Good morning',
  requestId: randomUUID(),
  voiceId: 'default',
  ...more,
})
const items = (count: number) => Array.from({ length: count }, () => item())
const requestIdsOf = (list: { requestId: string }[]) => list.map(({ requestId }) => requestId)
const account = async (tier: TierName = 'pro', left?: number) => {
  const userId = await jobs.account(tier, left)
  return { userId, token: callers.account(newIdentity({ userId, tier })) }
}
const submit = (token: string | undefined, list: unknown, more = '', headers: Record<string, string> = {}) =>
  jobs.request('POST', `/api/batch${more}`, token, { body: { jobs: list }, headers })

/** As a careful client does: the same batch again while it is answered by a 503. */
async function submitUntilTaken(token: string, list: unknown[]) {
  for (;;) {
    const answer = await submit(token, list)
    if (answer.status !== 503) return answer
  }
}

describe('202', () => {
  test('a batch of 100 with three bad items: what became of each, in the order given', async () => {
    const { userId, token } = await account()
    const list = items(100) as Record<string, unknown>[]
    list[7] = item({ userText: ' ' })
    list[40] = 'nonsense' as never
    list[99] = item({ kind: 'song' })
    const { status, body } = await submit(token, list)
    expect([status, body.accepted, body.rejected, body.jobs.length]).toEqual([202, 97, 3, 100])
    expect(body.jobs[0]).toEqual({
      requestId: list[0]?.requestId,
      jobId: expect.any(String),
      status: expect.any(String),
    })
    expect(body.jobs[7]).toEqual({
      requestId: list[7].requestId,
      error: 'User text is required',
      details: [{ field: 'userText', message: 'User text is required' }],
    })
    expect(body.jobs[40]).toMatchObject({ error: 'The body must be a JSON object' })
    expect(body.jobs[99]).toMatchObject({ details: [{ field: 'kind', message: "kind must be 'tts' or 'reply'" }] })
    const stored = await jobs.deps.jobs.ofBatch(userId, body.batchId)
    expect(stored.map(({ requestId }) => requestId)).toEqual(
      list.filter((_, index) => ![7, 40, 99].includes(index)).map(({ requestId }) => requestId),
    )
    expect(await jobs.violations(userId)).toEqual([])
    expect((await jobs.allowance(userId)).used).toBe(97)

    const again = await submit(token, list)
    expect(again.body).toMatchObject({ batchId: body.batchId, accepted: 97, rejected: 3 })
    expect(again.body.jobs.map(({ jobId }: { jobId?: string }) => jobId)).toEqual(
      body.jobs.map(({ jobId }: { jobId?: string }) => jobId),
    )
    expect((await jobs.allowance(userId)).used).toBe(97)
    await completeAll(jobs, userId)
    await jobs.sweep(userId)
    expect(await jobs.violationsAtRest(userId)).toEqual([])
  })

  test('an item tells the fields that nobody reads', async () => {
    const { token } = await account()
    const { body } = await submit(token, [
      { ...item(), mood: 1 },
      { ...item(), kind: 'reply' },
    ])
    expect(body.jobs.map(({ warnings }: { warnings?: string[] }) => warnings)).toEqual([
      ['Unknown field: mood'],
      undefined,
    ])
  })

  test('an item may have a seed, and tells one that its voice does not keep to', async () => {
    jobs.become({ speech: { nova: 'openai/tts-1/nova', joe: 'piper/joe-1/joe' } })
    const { userId, token } = await account()
    const { body } = await submit(token, [item({ seed: 1, voiceId: 'nova' }), item({ seed: 2, voiceId: 'joe' })])
    const stored = await jobs.deps.jobs.ofBatch(userId, body.batchId)
    expect(stored.map(({ seed }) => seed)).toEqual([1, 2])
    expect(body.jobs.map(({ warnings }: { warnings?: string[] }) => warnings)).toEqual([
      ['seed has no effect on this voice'],
      undefined,
    ])
    jobs.become({})
  })

  test('an item is spoken as it is, or replied to', async () => {
    const { userId, token } = await account()
    const { body } = await submit(token, [item(), item({ kind: 'reply' }), item({ kind: 'tts' })])
    const stored = await jobs.deps.jobs.ofBatch(userId, body.batchId)
    expect(stored.map(({ kind }) => kind)).toEqual(['tts', 'reply', 'tts'])
  })

  test('as many are active as the plan has at once, the others wait in their order, behind single jobs', async () => {
    const { userId, token } = await account('starter')
    const { body } = await submit(token, items(8))
    expect(body.jobs.filter(({ status }: { status: string }) => status === 'pending').length).toBe(8)
    expect((await jobs.allowance(userId)).active.length).toBe(5)
    const single = await jobs.request('POST', '/api/tts', token, { body: item() })
    expect(single.body.position).toBe(1)
    const positions: number[] = []
    for (const { jobId } of body.jobs.slice(5))
      positions.push((await jobs.request('GET', `/api/jobs/${jobId}`, token)).body.position)
    expect(positions).toEqual([2, 3, 4])
    await complete(jobs, userId, body.jobs[0].jobId)
    expect((await jobs.read(userId, single.body.jobId)).queue).toBe('active')
  })

  test('a request id that is known answers with its job, free; another body fails that item alone', async () => {
    const { userId, token } = await account()
    const [known, reused] = [item(), item()]
    const first = await jobs.request('POST', '/api/tts', token, { body: known })
    await jobs.request('POST', '/api/tts', token, { body: reused })
    const { body } = await submit(token, [known, { ...reused, userText: 'Good evening' }, item()])
    expect(body).toMatchObject({ accepted: 2, rejected: 1 })
    expect(body.jobs[0].jobId).toBe(first.body.jobId)
    expect(body.jobs[1]).toMatchObject({ error: 'Request ID already used with a different request' })
    expect((await jobs.allowance(userId)).used).toBe(3)
    expect((await jobs.deps.jobs.ofBatch(userId, body.batchId)).length).toBe(1)
  })

  test('an item that stands in the batch twice is one job; with another body the second one fails', async () => {
    const { userId, token } = await account()
    const twice = item()
    const { body } = await submit(token, [twice, twice, { ...twice, voiceId: 'slt' }])
    expect(body).toMatchObject({ accepted: 2, rejected: 1 })
    expect(body.jobs[1].jobId).toBe(body.jobs[0].jobId)
    expect((await jobs.allowance(userId)).used).toBe(1)
  })

  test('two batches at once that share half of their jobs: each job is there once, and paid once', async () => {
    const { userId, token } = await account()
    const [a, b, shared] = [items(20), items(20), items(20)]
    const answers = await Promise.all([submit(token, [...a, ...shared]), submit(token, [...shared, ...b])])
    expect(answers.map(({ status, body }) => [status, body.accepted])).toEqual([
      [202, 40],
      [202, 40],
    ])
    expect((await jobs.allowance(userId)).used).toBe(60)
    expect(await jobs.violations(userId)).toEqual([])
  })

  test('items that sound as an earlier job are completed at once, and cost nothing', async () => {
    const { userId, token } = await account('pro', 2)
    jobs.become({ speech: { default: 'piper/joe-1/joe' } })
    const spoken = await jobs.submit(userId)
    await jobs.deps.jobs.update(
      { _id: spoken._id, userId },
      { $set: { status: 'pending', work: { speech: { provider: 'piper', model: 'joe-1', voice: 'joe' } } } },
    )
    await complete(jobs, userId, spoken._id)
    await jobs.deps.jobs.update(
      { _id: spoken._id, userId },
      { $set: { work: { speech: { provider: 'piper', model: 'joe-1', voice: 'joe' } } } },
    )
    const { status, body } = await submit(token, [item(), item({ userText: 'Good evening' }), item()])
    expect([status, body.jobs.map((job: { status: string }) => job.status)]).toEqual([
      202,
      ['completed', 'pending', 'completed'],
    ])
    const fresh = await submit(token, [item()], '', { 'cache-control': 'no-cache' })
    expect(fresh.status).toBe(402)
    jobs.become({})
  })
})

describe('calls are taken together, or not at all', () => {
  test.each<[TierName, string, string]>([
    ['starter', 'Spending limit reached', 'spending_limit_reached'],
    ['pro', 'Spending limit reached', 'spending_limit_reached'],
  ])('402 on %s, and nothing remains', async (tier, sentence, code) => {
    const { userId, token } = await account(tier, 9)
    const list = items(10)
    expect(await submit(token, list)).toMatchObject(problem(402, sentence, code))
    expect(await jobs.deps.jobs.byRequests(userId, requestIdsOf(list))).toEqual([])
    expect((await submit(token, list.slice(1))).body.accepted).toBe(9)
    expect(await jobs.violations(userId)).toEqual([])
  })

  test('fifty batches at once with calls for exactly thirty: thirty whole ones', async () => {
    const { userId, token } = await account('pro', 30 * 6)
    const answers = await Promise.all(Array.from({ length: 50 }, () => submitUntilTaken(token, items(6))))
    const accepted = answers.filter(({ status }) => status === 202)
    expect([accepted.length, answers.filter(({ status }) => status === 402).length]).toEqual([30, 20])
    expect(accepted.every(({ body }) => body.accepted === 6)).toBe(true)
    await jobs.flushed()
    expect(await jobs.violations(userId)).toEqual([])
    const { used, callLimit, reserved } = await jobs.allowance(userId)
    expect([used, reserved]).toEqual([callLimit, []])
  })

  describe('while the same batch is still under way, sent before', () => {
    /** Inserts the first five items, as the submission before has done so far. */
    async function halfInserted(userId: string, list: ReturnType<typeof items>) {
      const drafts = list
        .slice(0, 5)
        .map((request) => newJob('tts', userId, TtsRequest.parse(request), randomUUID(), new Date()))
      await jobs.deps.jobs.insertAll(drafts)
      const refuse = () =>
        jobs.deps.jobs.removeSubmitting(
          userId,
          drafts.map(({ _id }) => _id),
        )
      return { refuse }
    }

    test.each([
      ['taken as a whole once that was refused', 10, 202, 10],
      ['refused as a whole where the calls are not enough for all', 9, 402, 0],
    ])('it is %s', async (_name, left, status, jobsThere) => {
      const { userId, token } = await account('pro', left)
      const list = items(10)
      const { refuse } = await halfInserted(userId, list)
      const { used } = await jobs.allowance(userId)
      const [answer] = await Promise.all([submit(token, list), pause(300).then(refuse)])
      expect(answer.status).toBe(status)
      expect((await jobs.allowance(userId)).used - used).toBe(jobsThere)
      expect(await jobs.deps.jobs.countAccepted(userId, requestIdsOf(list))).toBe(jobsThere)
      expect(await jobs.violations(userId)).toEqual([])
    })

    // Both wait for the other submission as long as a batch does.
    test.concurrent('503 where it goes on: nothing was taken, and what it inserted is its own', async () => {
      const { userId, token } = await account()
      const list = items(10)
      await halfInserted(userId, list)
      expect((await submit(token, list)).status).toBe(503)
      expect((await jobs.deps.jobs.byRequests(userId, requestIdsOf(list))).map(({ status }) => status)).toEqual(
        Array.from({ length: 5 }, () => 'submitting'),
      )
    })

    test.concurrent('503 also where it has inserted all of them: sent once more, it is those jobs', async () => {
      const { userId, token } = await account()
      const list = items(5)
      const { refuse } = await halfInserted(userId, list)
      expect((await submit(token, list)).status).toBe(503)
      await refuse()
      expect(await submit(token, list)).toMatchObject({ status: 202, body: { accepted: 5 } })
    })
  })

  test('the cap of an API key holds for the batch as a whole', async () => {
    const userId = await jobs.account('pro')
    const token = callers.key(['jobs:write'], newIdentity({ userId, tier: 'pro', monthlyCap: 15 }))
    expect((await submit(token, items(10))).status).toBe(202)
    expect(await submit(token, items(6))).toMatchObject(problem(402, 'API key limit reached', 'key_limit_reached'))
    expect((await submit(token, items(5))).status).toBe(202)
    expect((await submit(token, items(1))).status).toBe(402)
  })
})

describe('a dry run', () => {
  test('says what each item would be and what it would cost, and takes and keeps nothing', async () => {
    const { userId, token } = await account('starter', 2)
    const known = item()
    const first = await jobs.request('POST', '/api/tts', token, { body: known })
    const before = await jobs.allowance(userId)
    const list = [known, item(), item({ voiceId: '' })]
    const { status, body } = await submit(token, list, '?dryRun=true')
    expect([status, body]).toEqual([
      200,
      {
        accepted: 2,
        rejected: 1,
        calls: 1,
        cost: '0.04',
        jobs: [
          { requestId: known.requestId, outcome: 'known', jobId: first.body.jobId },
          { requestId: list[1]?.requestId, outcome: 'new' },
          expect.objectContaining({ error: 'Voice ID is required' }),
        ],
      },
    ])
    expect(await jobs.allowance(userId)).toEqual(before)
    expect(await jobs.deps.jobs.byRequests(userId, [list[1]?.requestId ?? ''])).toEqual([])
  })

  test('calls of the plan cost nothing more; what would be refused is said', async () => {
    const { token } = await account('pro')
    expect((await submit(token, items(3), '?dryRun=true')).body).toMatchObject({ calls: 3, cost: '0.00' })
    const poor = await account('pro', 2)
    expect((await submit(poor.token, items(3), '?dryRun=true')).body.refusal).toBe('Spending limit reached')
    expect((await submit(poor.token, items(2), '?dryRun=true')).body.refusal).toBeUndefined()
  })

  test('nothing is made for an account that has never submitted', async () => {
    const identity = newIdentity({ tier: 'pro' })
    expect((await submit(callers.account(identity), items(1), '?dryRun=true')).status).toBe(200)
    expect(await jobs.deps.allowances.read(identity.userId)).toBeNull()
  })

  test('400 for anything but true and false', async () => {
    const { token } = await account()
    expect(await submit(token, items(1), '?dryRun=1')).toMatchObject(invalid('dryRun', 'dryRun must be true or false'))
  })
})

describe('400', () => {
  test.each<[string, unknown, string]>([
    ['no list', undefined, 'jobs must be a list of job requests'],
    ['an object', {}, 'jobs must be a list of job requests'],
    ['an empty list', [], 'At least 1 job is required'],
    ['101 jobs', items(101), 'Maximum 100 jobs per batch'],
  ])('%s', async (_what, list, sentence) => {
    const { token } = await account('enterprise')
    expect(await submit(token, list)).toMatchObject(invalid('jobs', sentence))
  })

  test.each<[TierName, number]>([
    ['starter', 10],
    ['creator', 50],
    ['pro', 100],
    ['enterprise', 100],
  ])('%s may have %i jobs in a batch', async (tier, most) => {
    const { token } = await account(tier)
    expect((await submit(token, items(most), '?dryRun=true')).status).toBe(200)
    const sentence = most === 100 ? 'Maximum 100 jobs per batch' : `Maximum ${most} jobs per batch on the ${tier} plan`
    expect(await submit(token, items(most + 1))).toMatchObject(invalid('jobs', sentence))
  })

  test('where all items are bad: the fields of each', async () => {
    const { token } = await account()
    const { status, body } = await submit(token, [item({ userText: '' }), 7])
    expect([status, body.error]).toEqual([400, 'User text is required'])
    expect(body.details.map(({ field }: { field: string }) => field)).toEqual(['jobs.0.userText', 'jobs.1.body'])
  })

  test('an operator or a lone surrogate in an item fails that item alone', async () => {
    const { token } = await account()
    const { status, body } = await submit(token, [
      item({ userText: { $ne: '' } }),
      item({ userText: 'Half \ud83d' }),
      item(),
    ])
    expect([status, body.accepted, body.rejected]).toEqual([202, 1, 2])
  })
})

test('403 on the free plan', async () => {
  expect(await submit(callers.account(newIdentity()), items(1))).toMatchObject(
    problem(403, 'Batches are available on paid plans', 'plan_required'),
  )
})

describe('before the body is parsed', () => {
  test('403 on the free plan, for one that would not even be parsed', async () => {
    let deep: unknown = []
    for (let i = 0; i < 40; i++) deep = [deep]
    const refused = { status: 403, body: { code: 'plan_required' } }
    expect(await submit(callers.account(newIdentity()), deep)).toMatchObject(refused)
    expect((await submit((await account()).token, deep)).status).toBe(400)
  })
  test('413 for more than a batch of the plan can hold', async () => {
    const { token } = await account('starter')
    expect((await submit(token, ['x'.repeat(10 * 128 * 1024)])).status).toBe(413)
  })
})

test('503 before the body is read, when load shedding has no room', async () => {
  await using full = await openJobs('batch-full', {
    loadShedding: {
      run: () => expect.unreachable('a batch was submitted'),
      checkRoom: () => {
        throw unavailable()
      },
    },
  })
  const token = callers.account(newIdentity({ tier: 'pro' }))
  expect((await full.request('POST', '/api/batch', token, { body: { jobs: items(1) } })).status).toBe(503)
})
