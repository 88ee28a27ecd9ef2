import { randomUUID } from 'node:crypto'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { describe, expect, test } from 'vitest'
import { complete } from '../support/ends.ts'
import { callers, openJobs } from '../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('retry'))

const retry = (token: string | undefined, id: string, body?: unknown, headers: Record<string, string> = {}) =>
  jobs.request('POST', `/api/jobs/${id}/retry`, token, { body, headers })

/** An account with a job that has ended. */
async function withEnded(kind: 'tts' | 'reply' = 'reply', more: Record<string, unknown> = {}) {
  const userId = await jobs.account('creator')
  const job = await jobs.submit(
    userId,
    { ttsSettings: { style: 0.9 }, tags: ['a'], metadata: { order: 7 }, ...more },
    kind,
  )
  await complete(jobs, userId, job._id)
  return { userId, job, token: callers.account(newIdentity({ userId, tier: 'creator' })) }
}
const read = (userId: string, { body }: { body: { jobId: string } }) => jobs.read(userId, body.jobId)

test('202: a new job of the same request, which names the one that it repeats', async () => {
  const { userId, job, token } = await withEnded('reply', { language: 'es', textNormalization: 'off', fallback: 'any' })
  const answer = await retry(token, job._id)
  expect([answer.status, answer.headers.location]).toEqual([202, `/api/jobs/${answer.body.jobId}`])
  const { kind, userText, voiceId, ttsSettings, language, textNormalization, fallback, sessionId, tags, metadata } = job
  expect(await read(userId, answer)).toMatchObject({
    ...{ kind, userText, voiceId, ttsSettings, language, textNormalization, fallback, sessionId, tags, metadata },
    retryOf: job._id,
    rank: 0,
    call: { owed: true },
  })
  const { body } = await jobs.request('GET', `/api/jobs/${answer.body.jobId}`, token)
  expect(body).toMatchObject({ retryOf: job._id, language: 'es', textNormalization: 'off', fallback: 'any' })
})

test('202 with another text, voice and settings; what is not given stays', async () => {
  const { userId, job, token } = await withEnded('tts', { seed: 7 })
  const given = { userText: 'Good evening', voiceId: 'slt', ttsSettings: { stability: 0.1 } }
  expect(await read(userId, await retry(token, job._id, given))).toMatchObject({
    ...given,
    ttsSettings: { stability: 0.1, style: 0.9 },
    seed: 7,
  })
  expect(await read(userId, await retry(token, job._id, { seed: 8 }))).toMatchObject({ seed: 8 })
})

test('202 with another language, or with `auto` and `none` in place of what the earlier one has', async () => {
  const { userId, job, token } = await withEnded('tts', { language: 'es', textNormalization: 'off', fallback: 'any' })
  expect(await read(userId, await retry(token, job._id, { language: 'en-gb' }))).toMatchObject({
    language: 'en-GB',
    textNormalization: 'off',
  })
  const { language, textNormalization, fallback } = await read(
    userId,
    await retry(token, job._id, { language: 'auto', textNormalization: 'auto', fallback: 'none' }),
  )
  expect([language, textNormalization, fallback]).toEqual([undefined, undefined, undefined])
})

test('202 with the check of the earlier one, or by `shape` in place of its words', async () => {
  const { userId, job, token } = await withEnded('tts', { check: 'words' })
  expect(await read(userId, await retry(token, job._id))).toMatchObject({ check: 'words' })
  expect(await read(userId, await retry(token, job._id, { check: 'shape' }))).not.toHaveProperty('check')
})

test('from the reply no model is asked: the job begins with it where speech does', async () => {
  const { userId, job, token } = await withEnded()
  const answer = await retry(token, job._id, { from: 'reply', voiceId: 'slt' })
  expect(answer.status).toBe(202)
  await jobs.flushed()
  const requested = jobs.published.filter(({ data }) => (data as { jobId: string }).jobId === answer.body.jobId)
  expect(requested.map(({ event }) => event.type)).toEqual(['speech-requested', 'job-progressed'])
  expect(requested[0]?.data).toMatchObject({ text: 'Well', voiceId: 'slt' })
  await complete(jobs, userId, answer.body.jobId)
  expect(await read(userId, answer)).toMatchObject({ status: 'completed', aiResponse: 'Well', call: { owed: true } })
})

test('null keeps what the earlier job has', async () => {
  const { userId, job, token } = await withEnded()
  const nulls = { from: null, userText: null, voiceId: null, language: null, requestId: null }
  const answer = await retry(token, job._id, { ...nulls, ttsSettings: { style: null, stability: 0.1 } })
  expect(answer.status).toBe(202)
  const { userText, voiceId, language } = job
  expect(await read(userId, answer)).toMatchObject({ userText, voiceId, ttsSettings: { style: 0.9, stability: 0.1 } })
  expect((await read(userId, answer)).language).toBe(language)
})

test('a failed job is repeated too', async () => {
  const userId = await jobs.account('free')
  const job = await jobs.submit(userId)
  const token = callers.account(newIdentity({ userId }))
  expect((await jobs.request('POST', `/api/jobs/${job._id}/cancel`, token)).status).toBe(200)
  expect((await retry(token, job._id)).status).toBe(202)
})

test('each is a job of its own, but for those of one request id', async () => {
  const { job, token } = await withEnded()
  const requestId = randomUUID()
  const [first, second] = [await retry(token, job._id, { requestId }), await retry(token, job._id, { requestId })]
  expect([first.status, second.status, second.body.jobId]).toEqual([202, 200, first.body.jobId])
  expect((await retry(token, job._id, {}, { 'idempotency-key': requestId })).body.jobId).toBe(first.body.jobId)
  expect((await retry(token, job._id)).body.jobId).not.toBe(first.body.jobId)
  expect(await retry(token, job._id, { requestId, voiceId: 'slt' })).toMatchObject({ status: 409 })
  expect(await retry(token, job._id, { requestId, from: 'reply' })).toMatchObject({ status: 409 })
})

test('409 while it has not ended', async () => {
  const userId = await jobs.account('free')
  const job = await jobs.submit(userId)
  expect(await retry(callers.account(newIdentity({ userId })), job._id)).toMatchObject(
    problem(409, 'The job has not ended', 'job_not_ended'),
  )
})

test('409 from the reply of a job that has none', async () => {
  const { job, token } = await withEnded('tts')
  expect(await retry(token, job._id, { from: 'reply' })).toMatchObject(
    problem(409, 'This job has no reply', 'no_reply'),
  )
})

test('402 without a call left', async () => {
  const userId = await jobs.account('free', 1)
  const job = await jobs.submit(userId)
  await complete(jobs, userId, job._id)
  expect((await retry(callers.account(newIdentity({ userId })), job._id)).status).toBe(402)
})

describe.each<[Record<string, unknown>, string, string]>([
  [{ from: 'speech' }, 'from', "from must be 'start' or 'reply'"],
  [{ from: 'reply', userText: 'Hi' }, 'userText', 'userText can be changed from the start alone'],
  [{ userText: ' ' }, 'userText', 'User text is required'],
  [{ userText: 'a'.repeat(4_001) }, 'userText', 'User text must be at most 4000 characters'],
  [{ voiceId: 7 }, 'voiceId', 'Voice ID must be a string'],
  [{ ttsSettings: { style: 2 } }, 'ttsSettings.style', 'style must be between 0 and 1'],
  [{ language: 'nonsense' }, 'language', 'language must be auto or a tag such as es or pt-BR'],
])('400: %j', (body, field, sentence) => {
  test('names the field', async () => {
    const { job, token } = await withEnded()
    expect(await retry(token, job._id, body)).toMatchObject(invalid(field, sentence))
  })
})

test('a webhook goes along on a paid plan, and is left out on the free one', async () => {
  const webhookUrl = 'https://example.com/hook'
  const { userId, job, token } = await withEnded('tts', { webhookUrl })
  expect((await read(userId, await retry(token, job._id))).webhookUrl).toBe(webhookUrl)
  const onFree = callers.account(newIdentity({ userId }))
  expect((await read(userId, await retry(onFree, job._id))).webhookUrl).toBeUndefined()
})

test('404 for a job that is not the account’s, as for none', async () => {
  const { job } = await withEnded()
  const stranger = callers.account(newIdentity())
  for (const id of [job._id, randomUUID()])
    expect(await retry(stranger, id)).toMatchObject(problem(404, 'Job not found', 'job_not_found'))
})

test('400: null is not the same as no body', async () => {
  const { job, token } = await withEnded()
  const answer = await retry(token, job._id, 'null', { 'content-type': 'application/json' })
  expect(answer).toMatchObject(invalid('body', 'The body must be a JSON object'))
  expect((await retry(token, job._id)).status).toBe(202)
})

test('202: an empty Idempotency-Key is none', async () => {
  const { job, token } = await withEnded()
  expect((await retry(token, job._id, undefined, { 'idempotency-key': '' })).status).toBe(202)
})
