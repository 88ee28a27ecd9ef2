import { randomUUID } from 'node:crypto'
import { monthOf } from '@utter/contracts/period'
import { planOf, standardPlans, type TierName } from '@utter/contracts/plans'
import { unavailable } from '@utter/http/problem'
import { newIdentity } from '@utter/testing/callers'
import { invalid, problem } from '@utter/testing/problems'
import { register } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAllowance } from '../../src/domain/allowance/allowance.ts'
import { completeAll } from './ends.ts'
import { callers, type Jobs, openJobs } from './open-jobs.ts'
import { signedUpAt } from './open-lifecycle.ts'
import { reports } from './reports.ts'

type SubmitRoute = {
  path: '/api/reply' | '/api/tts'
  /** The step that is requested first. */
  firstRequest: 'chat-requested' | 'speech-requested'
  /** Characters. */
  maxText: number
}

/** The tests of a route that submits a job: both differ in these three things alone. */
export function testSubmitRoute({ path, firstRequest, maxText }: SubmitRoute): void {
  const database = path.replace('/api/', 'submit-')
  let jobs: Jobs
  beforeAll(async () => {
    jobs = await openJobs(database)
  })
  afterAll(() => jobs[Symbol.asyncDispose]())

  const good = () => ({ userText: 'Good morning', requestId: randomUUID(), voiceId: 'default' })
  const someone = (tier: TierName = 'free') => callers.account(newIdentity({ tier }))
  const submit = (token: string | undefined, body: unknown, headers: Record<string, string> = {}, to = jobs) =>
    to.request('POST', path, token, { body, headers })

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

  test('the time until a job is accepted is measured, without the wait that its client asks for, and no refusal', async () => {
    const figure = async (part: 'count' | 'sum') => {
      const text = await register.getSingleMetricAsString('submission_duration_seconds')
      return Number(new RegExp(`^submission_duration_seconds_${part} (.+)$`, 'm').exec(text)?.[1])
    }
    const [count, sum] = [await figure('count'), await figure('sum')]
    const token = someone()
    await submit(token, good(), { prefer: 'wait=2' })
    expect(await figure('count')).toBe(count + 1)
    expect((await figure('sum')) - sum).toBeLessThan(2)
    await submit(token, { ...good(), userText: '' })
    expect(await figure('count')).toBe(count + 1)
  })

  test(`202, and ${firstRequest} is published`, async () => {
    const { body } = await submit(someone(), good())
    await jobs.flushed()
    const published = jobs.published.filter(({ data }) => (data as { jobId: string }).jobId === body.jobId)
    expect(published.map(({ event }) => event.type)).toEqual([firstRequest, 'job-progressed'])
  })

  test('a job with stream is spoken so that it can be heard meanwhile, and is the same request sent back', async () => {
    const userId = await jobs.account('creator')
    const token = callers.account(newIdentity({ userId, tier: 'creator' }))
    const liveOf = async (sent: object) => {
      const { body } = await submit(token, { ...good(), ...sent })
      if (path === '/api/reply') await reports(jobs, userId, body.jobId).replyWritten()
      await jobs.flushed()
      const { body: view } = await jobs.request('GET', `/api/jobs/${body.jobId}`, token)
      expect(await submit(token, view)).toMatchObject({ status: 200, body: { jobId: body.jobId } })
      return jobs.published
        .filter(({ event }) => event.type === 'speech-requested')
        .map(({ data }) => data as { jobId: string; live?: boolean })
        .flatMap(({ jobId, live }) => (jobId === body.jobId ? [live] : []))
    }
    expect(await liveOf({ stream: true })).toEqual([true])
    expect(await liveOf({ stream: false })).toEqual([undefined])
  })

  test('the job has the language in its usual form, the normalization and the fallback of the request', async () => {
    const token = someone()
    const sent = { ...good(), language: 'pt-br', textNormalization: 'off', fallback: 'same_language' }
    const { body } = await submit(token, sent)
    const view = await jobs.request('GET', `/api/jobs/${body.jobId}`, token)
    expect(view.body).toMatchObject({ language: 'pt-BR', textNormalization: 'off', fallback: 'same_language' })
    const plain = await submit(token, { ...good(), language: 'auto', textNormalization: 'auto', fallback: 'none' })
    const { body: without } = await jobs.request('GET', `/api/jobs/${plain.body.jobId}`, token)
    for (const field of ['language', 'textNormalization', 'fallback']) expect(without).not.toHaveProperty(field)
  })

  test('a seed is that of the job and of its speech, and is the same request sent back', async () => {
    const userId = await jobs.account('creator')
    const token = callers.account(newIdentity({ userId, tier: 'creator' }))
    for (const seed of [0, 4_294_967_295]) {
      const { body } = await submit(token, { ...good(), stream: true, seed })
      const { body: view } = await jobs.request('GET', `/api/jobs/${body.jobId}`, token)
      expect(view.seed).toBe(seed)
      expect(await submit(token, view)).toMatchObject({ status: 200, body: { jobId: body.jobId } })
      expect((await submit(token, { ...view, seed: 7 })).status).toBe(409)
      if (path === '/api/reply') await reports(jobs, userId, body.jobId).replyWritten()
      await jobs.flushed()
      const own = jobs.published.filter(({ data }) => (data as { jobId: string }).jobId === body.jobId)
      expect(own.find(({ event }) => event.type === 'speech-requested')?.data).toMatchObject({ seed })
      // Pieces that are spoken ahead are not kept to the last bit.
      for (const { data } of own) expect(data).not.toHaveProperty('ahead')
    }
    const sentence = 'seed must be a whole number from 0 to 4294967295'
    for (const seed of [-1, 1.5, 4_294_967_296, '7'])
      expect(await submit(token, { ...good(), seed })).toMatchObject({ status: 400, body: { error: sentence } })
  })

  test('a seed that the voice does not keep to is told', async () => {
    jobs.become({ speech: { nova: 'openai/tts-1/nova', joe: 'piper/joe-1/joe', rachel: 'elevenlabs/v2/rachel' } })
    const token = someone('pro')
    const told = async (voiceId: string, more: object) =>
      (await submit(token, { ...good(), voiceId, ...more })).body.warnings
    expect(await told('nova', { seed: 7 })).toEqual(['seed has no effect on this voice'])
    for (const [voiceId, more] of [
      ['nova', {}],
      ['joe', { seed: 7 }],
      ['rachel', { seed: 7 }],
    ] as const)
      expect(await told(voiceId, more)).toBeUndefined()
    jobs.become({})
  })

  test('a job that is checked by its words says so, and `shape` is the same as none', async () => {
    const token = someone()
    const { body } = await submit(token, { ...good(), check: 'words' })
    const view = await jobs.request('GET', `/api/jobs/${body.jobId}`, token)
    expect(view.body).toMatchObject({ check: 'words' })
    const plain = await submit(token, { ...good(), check: 'shape' })
    expect((await jobs.request('GET', `/api/jobs/${plain.body.jobId}`, token)).body).not.toHaveProperty('check')
  })

  test('fields that nobody reads are told, at most ten; those of an answer of ours are none', async () => {
    const token = someone('pro')
    const sent = { ...good(), mood: 7, ttsSettings: { speed: 1, pitch: 2 } }
    const { status, body } = await submit(token, sent)
    expect([status, body.warnings]).toEqual([202, ['Unknown field: mood', 'Unknown field: ttsSettings.pitch']])
    expect((await submit(token, sent)).body.warnings).toEqual(body.warnings)
    const { body: view } = await jobs.request('GET', `/api/jobs/${body.jobId}`, token)
    const again = await submit(token, { ...view, requestId: randomUUID() })
    expect(again.status).toBe(202)
    expect(again.body).not.toHaveProperty('warnings')
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${'x'.repeat(100)}${index}`, 1]))
    const { body: warned } = await submit(token, { ...good(), ...many })
    expect(warned.warnings).toEqual(Array.from({ length: 10 }, () => `Unknown field: ${'x'.repeat(60)}`))
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

  test('`Idempotency-Key` is the request id of a body without one', async () => {
    const [token, { requestId, ...rest }] = [someone(), good()]
    const first = await submit(token, rest, { 'idempotency-key': requestId })
    expect(first.status).toBe(202)
    expect(await submit(token, { ...rest, requestId })).toMatchObject({
      status: 200,
      body: { jobId: first.body.jobId },
    })
  })

  test.each([null, ''])('and of one whose request id is %j, where every optional field is null', async (none) => {
    const [token, { requestId, ...rest }] = [someone(), good()]
    const first = await submit(token, { ...rest, requestId: none }, { 'idempotency-key': requestId })
    expect(first.status).toBe(202)
    const ttsSettings = { stability: null, speakerBoost: null }
    const nulls = { sessionId: null, webhookUrl: null, metadata: null, tags: null, language: null, fallback: null }
    expect(await submit(token, { ...rest, ...nulls, ttsSettings, requestId })).toMatchObject({
      status: 200,
      body: { jobId: first.body.jobId },
    })
    expect(await submit(token, { ...rest, requestId: none })).toMatchObject({
      status: 400,
      body: { error: 'Request ID is required' },
    })
  })

  test('a job that is sent back as it was read is the same request', async () => {
    const token = someone()
    const metadata = JSON.parse(
      '{"constructor":"Acme Ltd","__proto__":{"$set":1},"a.b":[{"":0}],"$where":1,"nul\\u0000":1,"\\uffffx":1,"_bsontype":"Long","%24":1}',
    )
    const first = await submit(token, { ...good(), metadata, tags: ['a', 'a'], ttsSettings: { style: 0.9 } })
    const read = await jobs.request('GET', `/api/jobs/${first.body.jobId}`, token)
    expect(JSON.stringify(read.body.metadata)).toBe(JSON.stringify(metadata))
    expect(await submit(token, read.body)).toMatchObject({ status: 200, body: { jobId: first.body.jobId } })
    expect(await submit(token, { ...read.body, requestId: randomUUID() })).toMatchObject({ status: 202 })
  })

  describe('`Prefer: wait`', () => {
    const prefer = 'wait=20'

    test('200 for a job that ends in time', async () => {
      const userId = await jobs.account('free')
      const answer = submit(callers.account(newIdentity({ userId })), good(), { prefer })
      await expect.poll(() => jobs.deps.jobs.countByStatus(userId, 'pending')).toBe(1)
      await completeAll(jobs, userId)
      expect(await answer).toMatchObject({ status: 200, body: { status: 'completed', audioUrl: expect.any(String) } })
    })

    test('202 at once when the process is asked to stop', async () => {
      const stop = new AbortController()
      await using stopping = await openJobs(`${database}-stop`, { stopping: stop.signal })
      const userId = await stopping.account('free')
      const answer = submit(callers.account(newIdentity({ userId })), good(), { prefer }, stopping)
      await expect.poll(() => stopping.deps.jobs.countByStatus(userId, 'pending')).toBe(1)
      const stoppedAtMs = performance.now()
      stop.abort()
      expect(await answer).toMatchObject({ status: 202 })
      expect(performance.now() - stoppedAtMs).toBeLessThan(2_000)
    })
  })

  test.each<[Record<string, unknown>, string, string]>([
    [{ userText: undefined }, 'userText', 'User text is required'],
    [{ userText: null }, 'userText', 'User text is required'],
    [{ userText: '' }, 'userText', 'User text is required'],
    [{ userText: ' \n ' }, 'userText', 'User text is required'],
    [{ userText: 7 }, 'userText', 'User text must be a string'],
    [{ userText: ['a'] }, 'userText', 'User text must be a string'],
    [{ userText: { $ne: '' } }, 'userText.$ne', 'The field userText.$ne is not allowed'],
    [{ requestId: undefined }, 'requestId', 'Request ID is required'],
    [{ requestId: '' }, 'requestId', 'Request ID is required'],
    [{ requestId: 'a'.repeat(201) }, 'requestId', 'Request ID must be at most 200 characters'],
    [{ voiceId: undefined }, 'voiceId', 'Voice ID is required'],
    [{ voiceId: '' }, 'voiceId', 'Voice ID is required'],
    [{ voiceId: 7 }, 'voiceId', 'Voice ID must be a string'],
    [{ sessionId: 'a'.repeat(201) }, 'sessionId', 'Session ID must be at most 200 characters'],
    [{ webhookUrl: 'nonsense' }, 'webhookUrl', 'Webhook URL must be a valid URL'],
    [{ webhookUrl: 'ftp://example.com' }, 'webhookUrl', 'Webhook URL must be a valid URL'],
    [
      { webhookUrl: `https://example.com/${'a'.repeat(500)}` },
      'webhookUrl',
      'Webhook URL must be at most 500 characters',
    ],
    [{ ttsSettings: 'loud' }, 'ttsSettings', 'ttsSettings must be an object'],
    [{ ttsSettings: [] }, 'ttsSettings', 'ttsSettings must be an object'],
    [{ ttsSettings: { stability: 1.01 } }, 'ttsSettings.stability', 'stability must be between 0 and 1'],
    [{ ttsSettings: { style: -0.1 } }, 'ttsSettings.style', 'style must be between 0 and 1'],
    [{ ttsSettings: { style: 'much' } }, 'ttsSettings.style', 'style must be between 0 and 1'],
    [
      { ttsSettings: { similarityBoost: '1' } },
      'ttsSettings.similarityBoost',
      'similarityBoost must be between 0 and 1',
    ],
    [
      { ttsSettings: { similarityBoost: -0.01 } },
      'ttsSettings.similarityBoost',
      'similarityBoost must be between 0 and 1',
    ],
    [{ ttsSettings: { speed: 2.01 } }, 'ttsSettings.speed', 'speed must be between 0.5 and 2'],
    [{ ttsSettings: { speed: 0.4 } }, 'ttsSettings.speed', 'speed must be between 0.5 and 2'],
    [{ ttsSettings: { speakerBoost: 1 } }, 'ttsSettings.speakerBoost', 'speakerBoost must be true or false'],
    ...['xx', 'english', 'en_US', 'en-XX', 'mul', 'und', '', ' es', `en-x-${'a'.repeat(40)}`, 7, ['es']].map(
      (language): [Record<string, unknown>, string, string] => [
        { language },
        'language',
        'language must be auto or a tag such as es or pt-BR',
      ],
    ),
    [{ textNormalization: true }, 'textNormalization', "textNormalization must be 'auto' or 'off'"],
    [{ fallback: 'always' }, 'fallback', "fallback must be 'none', 'same_language' or 'any'"],
    [{ check: 'hearing' }, 'check', "check must be 'shape' or 'words'"],
    [{ textNormalization: 'on' }, 'textNormalization', "textNormalization must be 'auto' or 'off'"],
    [{ metadata: [] }, 'metadata', 'metadata must be an object'],
    [{ metadata: 'x' }, 'metadata', 'metadata must be an object'],
    [
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, i])) },
      'metadata',
      'metadata must have at most 50 keys',
    ],
    [{ metadata: { long: 'é'.repeat(4_096) } }, 'metadata', 'metadata must be at most 8 KB'],
    [{ ttsSettings: { $where: '1' } }, 'ttsSettings.$where', 'The field ttsSettings.$where is not allowed'],
    [{ tags: 'news' }, 'tags', 'tags must be at most 10 texts of 1 to 128 characters'],
    [{ tags: [' '] }, 'tags', 'tags must be at most 10 texts of 1 to 128 characters'],
    [{ tags: [7] }, 'tags', 'tags must be at most 10 texts of 1 to 128 characters'],
    [{ tags: ['a'.repeat(129)] }, 'tags', 'tags must be at most 10 texts of 1 to 128 characters'],
    [{ tags: Array.from({ length: 11 }, String) }, 'tags', 'tags must be at most 10 texts of 1 to 128 characters'],
  ])('400: %j', async (change, field, sentence) => {
    expect(await submit(someone(), { ...good(), ...change })).toMatchObject(invalid(field, sentence))
  })

  test(`400: a text of more than ${maxText} characters`, async () => {
    const ofLength = (length: number) => submit(someone('pro'), { ...good(), userText: 'a'.repeat(length) })
    expect((await ofLength(maxText)).status).toBe(202)
    expect(await ofLength(maxText + 1)).toMatchObject(
      invalid('userText', `User text must be at most ${maxText} characters`),
    )
  })

  test('402: no call is left, with the sentence of the plan', async () => {
    for (const [tier, sentence, code] of [
      ['free', 'API call limit reached', 'call_limit_reached'],
      ['starter', 'Spending limit reached', 'spending_limit_reached'],
    ] as const) {
      const userId = await jobs.account(tier, 0)
      expect(await submit(callers.account(newIdentity({ userId, tier })), good())).toMatchObject(
        problem(402, sentence, code),
      )
    }
  })

  test('402: the plan of the account decides on its calls, not that of the token', async () => {
    const userId = randomUUID()
    const period = monthOf(signedUpAt, jobs.now())
    const allowance = newAllowance(userId, planOf(standardPlans, 'free'), signedUpAt, period)
    await jobs.deps.allowances.create({ ...allowance, used: allowance.callLimit })
    expect((await submit(callers.account(newIdentity({ userId, tier: 'pro' })), good())).status).toBe(402)
  })

  test('409: a request id with another body', async () => {
    const [token, body] = [someone(), good()]
    expect((await submit(token, body)).status).toBe(202)
    const sentence = 'Request ID already used with a different request'
    const refused = await submit(token, { ...body, userText: 'Good evening' })
    expect(refused).toMatchObject(problem(409, sentence, 'request_id_reused'))
    expect(refused.body.details).toEqual([{ field: 'requestId', message: sentence }])
  })

  test('503 before the body is read, when load shedding has no room', async () => {
    await using full = await openJobs(`${database}-full`, {
      loadShedding: {
        run: () => expect.unreachable('a submission was run'),
        checkRoom: () => {
          throw unavailable()
        },
      },
    })
    const { status, headers } = await submit(someone(), good(), {}, full)
    expect([status, headers['retry-after']]).toEqual([503, '1'])
  })

  describe('a webhook', () => {
    const withWebhook = (webhookUrl = 'https://example.com/hook') => ({ ...good(), webhookUrl })

    test('202 on a paid plan', async () => {
      expect((await submit(someone('pro'), withWebhook())).status).toBe(202)
    })

    test('403 on the free plan, and no job', async () => {
      const identity = newIdentity()
      expect(await submit(callers.account(identity), withWebhook())).toMatchObject(
        problem(403, 'Webhooks are available on paid plans', 'plan_required'),
      )
      expect(await jobs.deps.allowances.read(identity.userId)).toBeNull()
    })

    const privateAddresses = [
      'http://127.0.0.1:6379/',
      'http://169.254.169.254/latest/meta-data/',
      'http://[::1]/',
      'http://localhost/',
      'http://0x7f000001/',
      'http://2130706433/',
      'http://10.0.0.7/',
    ]
    test.each(privateAddresses)('400 for a private address: %s', async (webhookUrl) => {
      expect(await submit(someone('pro'), withWebhook(webhookUrl))).toMatchObject(
        invalid('webhookUrl', 'Webhook URL must be a public address'),
      )
    })

    test.each([
      ['http://example.com/hook', 'Webhook URL must begin with https:'],
      ['https://example.com:25/', 'Webhook URL must have the port 80, 443, or one from 1024 on'],
    ])('400 for %s', async (webhookUrl, message) => {
      expect(await submit(someone('pro'), withWebhook(webhookUrl))).toMatchObject(invalid('webhookUrl', message))
    })

    test('202 for a private address where the environment allows it', async () => {
      await using allowing = await openJobs(`${database}-private`, {
        webhookTargets: { allowPrivate: true, allowPlain: true },
      })
      for (const webhookUrl of privateAddresses)
        expect((await submit(someone('pro'), withWebhook(webhookUrl), {}, allowing)).status).toBe(202)
    })
  })
}
