import { randomUUID } from 'node:crypto'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { beforeEach, expect, test } from 'vitest'
import { callers, openJobs } from '../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('submit-marks'))
beforeEach(() =>
  jobs.become({
    speech: { default: 'piper/joe-1/joe', joe: 'piper/joe-1/joe', kate: 'pico/1/kate' },
    names: {
      default: { id: 'joe', settings: [], phonemes: true },
      joe: { id: 'joe', settings: [], phonemes: true },
      kate: { id: 'kate', settings: [] },
    },
  }),
)

const token = () => callers.account(newIdentity({ tier: 'pro' }))
const submit = (userText: string, more: Record<string, unknown> = {}, path = '/api/tts', as = token()) =>
  jobs.request('POST', path, as, { body: { userText, requestId: randomUUID(), voiceId: 'default', ...more } })

test.each([
  ['twelve char [rate:9]', {}, '[rate:9] at character 12: rate is 0.5 to 2'],
  ['[pause:1.5s', {}, '[pause:1.5s at character 0: it has no ]'],
  ['[voice:nobody]Hi', {}, '[voice:nobody] at character 0: there is no voice nobody'],
  [
    '[say:cat|kæt]',
    { voiceId: 'kate' },
    '[say:cat|kæt] at character 0: its voice takes no IPA; those that do have phonemes in GET /api/voices',
  ],
  [
    'a[voice:kate][say:cat|kæt]',
    {},
    '[say:cat|kæt] at character 13: its voice takes no IPA; those that do have phonemes in GET /api/voices',
  ],
  [
    '[rate:1.5]a',
    { ttsSettings: { speed: 2 } },
    '[rate:1.5] at character 0: with the speed 2 of the request it is 3; together 0.5 to 2',
  ],
  [
    '<speak>a<p/></speak>',
    { ssml: true },
    '<p/> at character 8: elements are speak, break, voice, prosody, phoneme, sub and say-as',
  ],
])('400: %s is refused by its place and its reason, and no call is taken', async (text, more, sentence) => {
  const [userId, as] = await (async () => {
    const id = await jobs.account('pro')
    return [id, callers.account(newIdentity({ userId: id, tier: 'pro' }))] as const
  })()
  expect(await submit(text, more, '/api/tts', as)).toMatchObject({
    status: 400,
    body: { error: sentence, code: 'invalid_mark', details: [{ field: 'userText', message: sentence }] },
  })
  expect((await jobs.deps.allowances.read(userId))?.used ?? 0).toBe(0)
})

test('202: marks are no characters of a text, which may have 10,000 besides', async () => {
  expect(await submit(`${'a '.repeat(5_000)}[pause:1s][rate:0.9]`)).toMatchObject({ status: 202 })
  expect(await submit(`${'a '.repeat(5_000)}b[pause:1s]`)).toMatchObject({
    status: 400,
    body: { error: 'User text must be at most 10000 characters', code: 'invalid_request' },
  })
  expect(await submit('a'.repeat(20_001))).toMatchObject({
    status: 400,
    body: { error: 'User text must be at most 10000 characters, and 20000 with its marks' },
  })
})

test('400: a text of marks alone is none', async () => {
  expect(await submit('[pause:1s] [rate:2]')).toMatchObject({ status: 400, body: { error: 'User text is required' } })
})

test('202: sounds of a word for a voice that takes them, another voice, and SSML, which the job has', async () => {
  expect(await submit('My [say:cat|kæt].[voice:kate]Hi.')).toMatchObject({ status: 202 })
  const as = token()
  const { status, body } = await submit('<speak>Hi<break time="1s"/></speak>', { ssml: true }, '/api/tts', as)
  expect(status).toBe(202)
  const view = await jobs.request('GET', `/api/jobs/${body.jobId}`, as)
  expect(view.body).toMatchObject({ ssml: true, userText: '<speak>Hi<break time="1s"/></speak>' })
})

test('while the voices are not known speech finds out', async () => {
  jobs.become({})
  expect(await submit('[voice:nobody]Hi')).toMatchObject({ status: 202 })
})

test('a question to the chat model has no marks, and cannot be SSML', async () => {
  expect(await submit('What is [rate:9]?', {}, '/api/reply')).toMatchObject({ status: 202 })
  expect(await submit('Hi', { ssml: true }, '/api/reply')).toMatchObject({
    status: 400,
    body: { error: 'ssml is for texts that are spoken as they are' },
  })
  expect(await submit('Hi', { ssml: false }, '/api/reply')).toMatchObject({ status: 202 })
})

test('an item of a batch with a wrong mark fails alone', async () => {
  const item = (userText: string) => ({ userText, requestId: randomUUID(), voiceId: 'default' })
  const body = { jobs: [item('Good.[pause:1s]Bad.'), item('[pause:11s]')] }
  const answer = await jobs.request('POST', '/api/batch', token(), { body })
  expect(answer.body).toMatchObject({
    accepted: 1,
    rejected: 1,
    jobs: [{ status: 'pending' }, { error: '[pause:11s] at character 0: pause is 0.1 to 10 s, as in 1.5s or 500ms' }],
  })
})
