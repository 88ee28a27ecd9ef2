import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { StepFailed } from '@utter/contracts/events/step-failed'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { complete } from '../../support/ends.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'

const forms = new Map<string, unknown>()
const jobs = await closedAfterAll(
  openJobs('elevenlabs-speech', {
    versions: () => ({ speech: { default: 'v', joe: 'v' } }),
    foreignLanguage: () => undefined,
    speech: {
      sound: async (jobId, _signal, form) => {
        forms.set(jobId, form)
        return Readable.from(['the sound'])
      },
    },
  }),
)

const good = { text: 'Good morning' }
const ask = (token: string | undefined, path: string, body: unknown, headers: Record<string, string> = {}) =>
  jobs.text('POST', `/v1/text-to-speech/${path}`, token, { body, headers })
function someone() {
  const identity = newIdentity()
  return { userId: identity.userId, token: callers.account(identity) }
}
/** The job that the account has at work once its request is under way. */
async function jobOf(userId: string): Promise<string> {
  const active = async () => (await jobs.deps.allowances.read(userId))?.active[0]?.id
  await expect.poll(active).toBeDefined()
  return (await active()) ?? expect.unreachable()
}
/** A request whose job is completed as soon as it is there. */
async function spoken(path: string, body: object = {}) {
  const { userId, token } = someone()
  const answer = ask(token, path, { ...good, ...body })
  const jobId = await jobOf(userId)
  await complete(jobs, userId, jobId)
  return { ...(await answer), job: await jobs.read(userId, jobId), form: forms.get(jobId) }
}

test('the sound of a job as any other, which is named in a header', async () => {
  const { status, headers, body, job, form } = await spoken('joe')
  expect([status, headers['content-type'], body]).toEqual([200, 'audio/mpeg', 'the sound'])
  expect(headers['x-utter-job']).toBe(job._id)
  expect(form).toEqual({ format: 'mp3_44100_128', tempo: 1 })
  expect(job).toMatchObject({ kind: 'tts', userText: 'Good morning', voiceId: 'joe', status: 'completed' })
})

test('a form, a speed, a language and a seed are taken, and what has no meaning here is left out', async () => {
  const { headers, form, job } = await spoken('joe?output_format=ulaw_8000&enable_logging=false', {
    model_id: 'eleven_flash_v2_5',
    language_code: 'en',
    voice_settings: { speed: 1.2, stability: 0.5, use_speaker_boost: true },
    seed: 7,
    previous_text: 'Hello.',
  })
  expect(headers['content-type']).toBe('audio/basic')
  expect(form).toEqual({ format: 'ulaw_8000', tempo: 1 })
  expect(job).toMatchObject({ ttsSettings: { speed: 1.2 }, language: 'en', seed: 7 })
})

test('a voice that the guides of ElevenLabs name is the default voice', async () => {
  expect((await spoken('21m00Tcm4TlvDq8ikWAM')).job.voiceId).toBe('default')
})

test('`Idempotency-Key` is the request id: a repetition is the same job, without another call', async () => {
  const { userId, token } = someone()
  const headers = { 'idempotency-key': randomUUID() }
  const first = ask(token, 'joe', good, headers)
  await complete(jobs, userId, await jobOf(userId))
  const again = await ask(token, 'joe', good, headers)
  expect(again.headers['x-utter-job']).toBe((await first).headers['x-utter-job'])
  expect((await jobs.allowance(userId)).used).toBe(1)
})

const fault = (loc: string[], msg: string | RegExp) => ({
  detail: [{ loc, msg: typeof msg === 'string' ? msg : expect.stringMatching(msg), type: 'value_error' }],
})
const told = (status: string, message: string) => ({ detail: { status, message } })
test.each([
  ['no text', 'joe', { text: '' }, 422, fault(['body', 'text'], 'text is required')],
  [
    'a form that is none',
    'joe?output_format=mp3',
    {},
    422,
    fault(['query', 'output_format'], /^output_format must be one of mp3_22050_32, /),
  ],
  [
    'a speed of 2',
    'joe',
    { voice_settings: { speed: 2 } },
    422,
    fault(['body', 'voice_settings', 'speed'], 'voice_settings.speed must be between 0.7 and 1.2'),
  ],
  [
    'an unknown model',
    'joe',
    { model_id: 'gpt-9' },
    400,
    told('model_not_found', "A model with the id 'gpt-9' does not exist"),
  ],
])(
  '%s is refused in the shape that the clients read, and costs nothing',
  async (_what, path, sent, status, expected) => {
    const { userId, token } = someone()
    const answer = await ask(token, path, { ...good, ...sent })
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, expected])
    expect(await jobs.deps.allowances.read(userId)).toBeNull()
  },
)

test('without calls left: 402, as a quota that is used up', async () => {
  const userId = await jobs.account('free', 0)
  const { status, body } = await ask(callers.account(newIdentity({ userId })), 'joe', good)
  expect([status, JSON.parse(body).detail.status]).toEqual([402, 'quota_exceeded'])
})

test('a voice that does not exist fails the job, which is told as a voice that was not found, and is not charged', async () => {
  const { userId, token } = someone()
  const answer = ask(token, 'nobody', good)
  const jobId = await jobOf(userId)
  const { attempt } = await jobs.read(userId, jobId)
  const failure = { code: 'invalid_voice', error: 'Invalid voice ID' }
  await jobs.handle(StepFailed, userId, { jobId, attempt, stage: 'speech', ...failure })
  const { status, body } = await answer
  expect([status, JSON.parse(body)]).toEqual([400, told('voice_not_found', 'Invalid voice ID')])
  expect((await jobs.allowance(userId)).used).toBe(0)
})
