import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { StepFailed } from '@utter/contracts/events/step-failed'
import type { TierName } from '@utter/contracts/plans'
import type { SoundForm } from '@utter/contracts/sound-formats'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { describe, expect, test } from 'vitest'
import type { Deps } from '../../../src/deps.ts'
import { complete } from '../../support/ends.ts'
import { callers, type Jobs, openJobs } from '../../support/open-jobs.ts'
import { reports } from '../../support/reports.ts'

const given: Partial<Deps> = {
  versions: () => ({ speech: { default: 'v', joe: 'v', af_alloy: 'v' } }),
  foreignLanguage: () => undefined,
}
const asked: { jobId: string; form: SoundForm | undefined }[] = []
const jobs = await closedAfterAll(
  openJobs('openai-speech', {
    speech: {
      sound: async (jobId, _signal, form) => {
        asked.push({ jobId, form })
        return Readable.from([Buffer.from('the '), Buffer.from('sound')])
      },
    },
    ...given,
  }),
)

const good = { model: 'tts-1', input: 'Good morning', voice: 'joe' }
const ask = (token: string | undefined, body: unknown, headers: Record<string, string> = {}) =>
  jobs.text('POST', '/v1/audio/speech', token, { body, headers })
function someone(tier: TierName = 'free') {
  const identity = newIdentity({ tier })
  return { userId: identity.userId, token: callers.account(identity) }
}

/** The job that the account has at work once its request is under way. */
async function jobOf(userId: string, at = jobs): Promise<string> {
  const active = async () => (await at.deps.allowances.read(userId))?.active[0]?.id
  await expect.poll(active).toBeDefined()
  return (await active()) ?? expect.unreachable()
}

/** A request whose job is completed as soon as it is there. */
async function spoken(body: object, headers: Record<string, string> = {}) {
  const { userId, token } = someone()
  const answer = ask(token, { ...good, ...body }, headers)
  const jobId = await jobOf(userId)
  await complete(jobs, userId, jobId)
  return {
    ...(await answer),
    job: await jobs.read(userId, jobId),
    form: asked.find((one) => one.jobId === jobId)?.form,
  }
}

test('400: a mark that cannot be done is refused as a fault of the input', async () => {
  const { status, body } = await ask(someone().token, { ...good, input: 'Good [rate:9]morning' })
  expect(status).toBe(400)
  expect(JSON.parse(body)).toMatchObject({
    error: { message: '[rate:9] at character 5: rate is 0.5 to 2', param: 'input', code: 'invalid_mark' },
  })
})

test('the sound of a job as any other, which is named in a header', async () => {
  const { status, headers, body, job } = await spoken({})
  expect([status, headers['content-type'], body]).toEqual([200, 'audio/mpeg', 'the sound'])
  expect(headers['x-utter-job']).toBe(job._id)
  expect(job).toMatchObject({
    kind: 'tts',
    userText: 'Good morning',
    voiceId: 'joe',
    status: 'completed',
    call: { owed: true },
  })
})

test.each([
  [{ response_format: 'wav' }, 'audio/wav', { format: 'wav', tempo: 1 }, 1],
  [{ response_format: 'opus', speed: 1.5 }, 'audio/ogg', { format: 'opus', tempo: 1 }, 1.5],
  [{ speed: 4 }, 'audio/mpeg', { format: 'mp3', tempo: 2 }, 2],
  [{ speed: 0.25, response_format: 'pcm' }, 'audio/pcm', { format: 'pcm', tempo: 0.5 }, 0.5],
])('%j: the voice speaks as fast as it can, its sound does the rest', async (sent, type, expected, speed) => {
  const { headers, form, job } = await spoken(sent)
  expect(headers['content-type']).toBe(type)
  expect(form).toEqual(expected)
  expect(job.ttsSettings.speed).toBe(speed)
})

test.each([
  ['joe', 'joe'],
  ['alloy', 'af_alloy'],
  ['shimmer', 'default'],
  [{ id: 'joe' }, 'joe'],
])('the voice %j is %s', async (voice, voiceId) => {
  expect((await spoken({ voice })).job.voiceId).toBe(voiceId)
})

test('as events: the sound in base64, then what it is counted as', async () => {
  const { headers, body } = await spoken({ stream_format: 'sse' })
  expect(headers['content-type']).toBe('text/event-stream')
  const events = body
    .trim()
    .split('\n\n')
    .map((one) => JSON.parse(one.replace('data: ', '')))
  const sound = events
    .filter(({ type }) => type === 'speech.audio.delta')
    .map(({ audio }) => Buffer.from(audio, 'base64').toString())
  expect(sound.join('')).toBe('the sound')
  expect(events.at(-1)).toEqual({
    type: 'speech.audio.done',
    usage: { input_tokens: 12, output_tokens: 0, total_tokens: 12 },
  })
})

test('`Idempotency-Key` is the request id: a repetition is the same job, without another call', async () => {
  const { userId, token } = someone()
  const headers = { 'idempotency-key': randomUUID() }
  const first = ask(token, good, headers)
  await complete(jobs, userId, await jobOf(userId))
  const again = await ask(token, good, headers)
  expect(again.headers['x-utter-job']).toBe((await first).headers['x-utter-job'])
  expect((await jobs.allowance(userId)).used).toBe(1)
})

const refusal = (message: string, param: string | null, code = 'invalid_request') => ({
  error: { message, param, code, type: 'invalid_request_error' },
})
test.each([
  ['no input', { input: '' }, 400, refusal('input is required', 'input')],
  [
    'an input that is too long',
    { input: 'x'.repeat(10_001) },
    400,
    refusal('input must be at most 10000 characters', 'input'),
  ],
  ['no voice', { voice: undefined }, 400, refusal('voice is required', 'voice')],
  [
    'a voice that is a number',
    { voice: 7 },
    400,
    refusal('voice must be the name of a voice, or an object with its id', 'voice'),
  ],
  [
    'a format that is none',
    { response_format: 'midi' },
    400,
    refusal('response_format must be one of mp3, wav, opus, flac, aac, pcm', 'response_format'),
  ],
  ['a speed of 9', { speed: 9 }, 400, refusal('speed must be between 0.25 and 4', 'speed')],
  [
    'an unknown model',
    { model: 'gpt-9' },
    404,
    refusal("The model 'gpt-9' does not exist", 'model', 'model_not_found'),
  ],
])('%s is refused in the shape that the clients read, and costs nothing', async (_what, sent, status, expected) => {
  const { userId, token } = someone()
  const answer = await ask(token, { ...good, ...sent })
  expect([answer.status, JSON.parse(answer.body)]).toEqual([status, expected])
  expect(await jobs.deps.allowances.read(userId)).toBeNull()
})

test('a text that is too long for the plan is told as the input', async () => {
  const { status, body } = await ask(someone().token, { ...good, input: 'long '.repeat(1_900) })
  expect(status).toBe(400)
  expect(JSON.parse(body).error).toMatchObject({ param: 'input', code: 'text_too_long_for_plan' })
})

test('without calls left: 402, as a quota that is used up', async () => {
  const userId = await jobs.account('free', 0)
  const { status, body } = await ask(callers.account(newIdentity({ userId })), good)
  expect(status).toBe(402)
  expect(JSON.parse(body).error).toMatchObject({ type: 'insufficient_quota', code: 'insufficient_quota' })
})

test.each([
  ['invalid_voice', 'Invalid voice ID', 400, 'voice'],
  ['nothing_to_speak', 'There is nothing to speak', 400, 'input'],
  ['engine_ended', 'The voice did not answer', 500, null],
])('a job that fails with %s is told by its sentence, and is not charged', async (code, error, expected, param) => {
  const { userId, token } = someone()
  const answer = ask(token, good)
  const jobId = await jobOf(userId)
  const { attempt } = await jobs.read(userId, jobId)
  await jobs.handle(StepFailed, userId, { jobId, attempt, stage: 'speech', code, error })
  const { status, body } = await answer
  expect([status, JSON.parse(body).error]).toMatchObject([expected, { message: error, param, code }])
  expect((await jobs.allowance(userId)).used).toBe(0)
})

test('an answer that has begun gets its sound later; of a job that fails it is broken off', async () => {
  await using slow = await openJobs('openai-speech-begun', {
    ...given,
    beginSpeechSeconds: 0,
    speech: { sound: async () => Readable.from(['late sound']) },
  })
  const begun = async (end: (userId: string, jobId: string) => Promise<unknown>) => {
    const { userId, token } = someone()
    const ended = async () => {
      const active = async () => (await slow.deps.allowances.read(userId))?.active[0]?.id
      await expect.poll(active).toBeDefined()
      return end(userId, (await active()) ?? expect.unreachable())
    }
    const asking = slow.text('POST', '/v1/audio/speech', token, { body: { ...good, response_format: 'wav' } })
    // Both at once: the answer may be broken off before the end has returned.
    const [answer] = await Promise.all([asking, ended()])
    return answer
  }
  const { status, headers, body } = await begun((userId, jobId) => complete(slow, userId, jobId))
  expect([status, headers['content-type'], body]).toEqual([200, 'audio/wav', 'late sound'])
  expect(headers['x-utter-job']).toBeDefined()
  const failed = begun(async (userId, jobId) => {
    const { attempt } = await slow.read(userId, jobId)
    await slow.handle(StepFailed, userId, { jobId, attempt, stage: 'speech', code: 'invalid_voice', error: 'No' })
  })
  await expect(failed).rejects.toThrow('response destroyed before completion')
})

describe('while the job is spoken', () => {
  const hearing = (live: Deps['speech']['live']): Promise<Jobs> =>
    openJobs(`openai-speech-live-${randomUUID().slice(0, 6)}`, {
      ...given,
      speech: { live, sound: async () => Readable.from(['the file']) },
    })
  /** A request whose job can be heard, and is not completed before `end`. */
  async function heard(at: Jobs, body: object) {
    const { userId, token } = someone()
    const answer = at.text('POST', '/v1/audio/speech', token, { body: { ...good, ...body } })
    const jobId = await jobOf(userId, at)
    const report = reports(at, userId, jobId)
    await report.speechStarted()
    await report.audible()
    return { answer, end: () => complete(at, userId, jobId), read: () => at.read(userId, jobId) }
  }

  test.each([{}, { stream_format: 'sse' }])('%j: an mp3 is sent as it is spoken', async (form) => {
    await using at = await hearing(async () => Readable.from([Buffer.from('as it is spoken')]))
    const { answer, read } = await heard(at, form)
    const { status, body } = await answer
    expect(status).toBe(200)
    expect(body).toContain(
      'stream_format' in form ? Buffer.from('as it is spoken').toString('base64') : 'as it is spoken',
    )
    expect(await read()).toMatchObject({ status: 'processing', stream: true })
  })

  test.each([
    [{ response_format: 'pcm' }, { format: 'pcm', tempo: 1 }],
    [
      { response_format: 'wav', speed: 4 },
      { format: 'wav', tempo: 2 },
    ],
    [
      { response_format: 'aac', stream_format: 'sse' },
      { format: 'aac', tempo: 1 },
    ],
  ])('%j is made of it as it is spoken', async (body, form) => {
    const asked: unknown[] = []
    await using at = await hearing(async (_jobId, _signal, wanted) => {
      asked.push(wanted)
      return Readable.from(['as it is spoken'])
    })
    const { answer, read } = await heard(at, body)
    expect([(await answer).status, asked]).toEqual([200, [form]])
    expect(await read()).toMatchObject({ status: 'processing', stream: true })
  })

  test.each<[string, object, Deps['speech']['live']]>([
    ['in a form that has a container', { response_format: 'opus' }, async () => Readable.from(['an mp3'])],
    ['that cannot be heard any more', {}, async () => undefined],
  ])('a sound %s is sent when the job has ended', async (_which, form, live) => {
    await using at = await hearing(live)
    const { answer, end } = await heard(at, form)
    await end()
    expect(await answer).toMatchObject({ status: 200, body: 'the file' })
  })
})
