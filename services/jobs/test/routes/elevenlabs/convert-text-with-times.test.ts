import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { complete } from '../../support/ends.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'

const words = [
  { word: 'Good', start: 0.1, end: 0.3, estimated: false },
  { word: 'day', start: 0.4, end: 0.7, estimated: true },
]
/** Jobs that were spoken without words. */
const wordless = new Set<string>()
const asked = { words: [] as string[], forms: new Map<string, unknown>() }
const jobs = await closedAfterAll(
  openJobs('elevenlabs-speech-times', {
    versions: () => ({ speech: { default: 'v', joe: 'piper/joe-1/joe' } }),
    foreignLanguage: () => undefined,
    wordTimes: {
      of: async (id) => {
        asked.words.push(id)
        return wordless.has(id) ? undefined : words
      },
    },
    speech: {
      live: async () => expect.unreachable('the times are known at the end alone'),
      sound: async (jobId, _signal, form) => {
        asked.forms.set(jobId, form)
        return Readable.from(['the ', 's', 'ound'])
      },
    },
  }),
)

const good = { text: 'Good day.' }
async function someone(tier: 'starter' | 'creator' = 'creator') {
  const userId = await jobs.account(tier)
  return { userId, token: callers.account(newIdentity({ userId, tier })) }
}
type Someone = Awaited<ReturnType<typeof someone>>
function ask({ token }: Someone, body: object = {}, { query = '', headers = {} } = {}) {
  const path = `/v1/text-to-speech/joe/with-timestamps${query}`
  return jobs.request('POST', path, token, { body: { ...good, ...body }, headers })
}
/** A request whose job is completed as soon as it is there. */
async function spoken(who: Someone, ...sent: [body?: object, options?: { query?: string; headers?: object }]) {
  const answer = ask(who, ...sent)
  const active = async () => (await jobs.deps.allowances.read(who.userId))?.active[0]?.id
  await expect.poll(active).toBeDefined()
  const jobId = (await active()) ?? expect.unreachable()
  await complete(jobs, who.userId, jobId)
  return { ...(await answer), job: await jobs.read(who.userId, jobId) }
}
const told = (status: string, message: string) => ({ detail: { status, message } })

const alignment = {
  characters: [...'Good day.'],
  character_start_times_seconds: [0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7],
  character_end_times_seconds: [0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 1],
}

test('the sound of a job as any other in base64, and the times of the characters of its text', async () => {
  const { status, headers, body, job } = await spoken(await someone())
  expect([status, headers['content-type'], headers['x-utter-job']]).toEqual([200, 'application/json', job._id])
  expect(body).toEqual({
    audio_base64: Buffer.from('the sound').toString('base64'),
    alignment,
    normalized_alignment: alignment,
  })
  expect(job).toMatchObject({ kind: 'tts', userText: 'Good day.', voiceId: 'joe', words: true })
  expect(job).not.toHaveProperty('stream')
})

test('a form is taken, and what has no meaning here is left out', async () => {
  const { status, job } = await spoken(await someone(), { seed: 7 }, { query: '?output_format=pcm_16000' })
  expect([status, asked.forms.get(job._id)]).toEqual([200, { format: 'pcm_16000', tempo: 1 }])
})

test.each([
  ['no text', { text: '' }, 422, { detail: [{ loc: ['body', 'text'], msg: 'text is required', type: 'value_error' }] }],
  [
    'an unknown model',
    { model_id: 'gpt-9' },
    400,
    told('model_not_found', "A model with the id 'gpt-9' does not exist"),
  ],
])('%s is refused as without times', async (_what, sent, status, body) => {
  expect(await ask(await someone(), sent)).toMatchObject({ status, body })
})

test('a plan without word timestamps is refused before anything is charged, or any job made', async () => {
  const who = await someone('starter')
  const sentence = 'Word timestamps are available from the creator plan'
  expect(await ask(who)).toMatchObject({ status: 403, body: told('plan_required', sentence) })
  expect(await jobs.allowance(who.userId)).toMatchObject({ used: 0, active: [] })
})

test('a repetition by its `Idempotency-Key` is the same job, with its times and without another call', async () => {
  const who = await someone()
  const headers = { 'idempotency-key': randomUUID() }
  const first = await spoken(who, {}, { headers })
  const again = await ask(who, {}, { headers })
  expect([again.status, again.headers['x-utter-job'], again.body]).toEqual([200, first.job._id, first.body])
  expect((await jobs.allowance(who.userId)).used).toBe(1)
})

test('a job that was spoken without words has no times, and costs no other call', async () => {
  const who = await someone()
  const headers = { 'idempotency-key': randomUUID() }
  const { job } = await spoken(who, {}, { headers })
  wordless.add(job._id)
  const sentence = 'This job has no word timestamps'
  expect(await ask(who, {}, { headers })).toMatchObject({ status: 404, body: told('words_not_found', sentence) })
  expect((await jobs.allowance(who.userId)).used).toBe(1)
})

test('a job with the sound of another has the words of that', async () => {
  const who = await someone()
  const headers = { 'idempotency-key': randomUUID() }
  const { job } = await spoken(who, {}, { headers })
  const same = randomUUID()
  await jobs.deps.jobs.update({ _id: job._id, userId: who.userId }, { $set: { sameAs: same } })
  expect((await ask(who, {}, { headers })).status).toBe(200)
  expect(asked.words.at(-1)).toBe(same)
})

test('the sound of an earlier job is used where that has words, and else spoken again', async () => {
  const who = await someone()
  const made = { 'work.speech': { provider: 'piper', model: 'joe-1', voice: 'joe' } }
  const { job: before } = await spoken(who)
  await jobs.deps.jobs.update({ _id: before._id, userId: who.userId }, { $set: made, $unset: { words: 1 } })
  const { job } = await spoken(who)
  await jobs.deps.jobs.update({ _id: job._id, userId: who.userId }, { $set: made })
  const { status, headers } = await ask(who)
  expect(status).toBe(200)
  expect(await jobs.read(who.userId, String(headers['x-utter-job']))).toMatchObject({ cached: true, sameAs: job._id })
  expect((await jobs.allowance(who.userId)).used).toBe(2)
})
