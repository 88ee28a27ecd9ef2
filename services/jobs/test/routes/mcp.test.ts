import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { grantOf, type Scope } from '@utter/contracts/credential'
import { StepFailed } from '@utter/contracts/events/step-failed'
import { OwnVoiceView, VoiceView } from '@utter/contracts/http/voices'
import { serviceUnavailable } from '@utter/http/problem'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { complete } from '../support/ends.ts'
import { callers, type Jobs, openJobs } from '../support/open-jobs.ts'

const voice = (id: string, languages: string[]) => VoiceView.parse(voiceFields(id, languages))
const ownVoice = (id: string, languages: string[]) =>
  OwnVoiceView.parse({ ...voiceFields(id, languages), addedAt: '2026-03-01T00:00:00.000Z' })
function voiceFields(id: string, languages: string[]) {
  return {
    ...{ id, languages, name: id, description: 'Calm.', language: languages[0], provider: 'p', aliases: [] },
    sampleUrl: `/api/voices/${id}/sample.mp3`,
  }
}
const voiceOwner = randomUUID()
const given: Parameters<typeof openJobs>[1] = {
  versions: () => ({ speech: { default: 'v', joe: 'v' } }),
  foreignLanguage: () => undefined,
  speech: { sound: async () => Readable.from([Buffer.from('the sound')]) },
  voices: {
    list: async () => [voice('joe', ['en-GB', 'es']), voice('eva', ['de'])],
    own: async (userId) => (userId === voiceOwner ? [ownVoice('mine', ['es'])] : []),
  },
}
const jobs = await closedAfterAll(openJobs('mcp', given))

function someone(scopes: Scope[] = ['jobs:write', 'jobs:read'], userId: string = randomUUID()) {
  return { userId, token: callers.account(newIdentity({ userId, keyId: randomUUID(), ...grantOf(scopes) })) }
}

const accept = 'application/json, text/event-stream'
async function call(token: string, name: string, args: object | undefined, by: Jobs = jobs) {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  const { status, body } = await by.text('POST', '/mcp', token, { body: message, headers: { accept } })
  expect(status).toBe(200)
  const { result } = JSON.parse(body.replace(/^.*?data: /s, ''))
  return result as { isError?: boolean; content: { type: string; text?: string }[]; structuredContent?: object }
}
async function refusal(...about: Parameters<typeof call>) {
  const { isError, content, structuredContent } = await call(...about)
  expect([isError, structuredContent]).toEqual([true, undefined])
  return JSON.parse(content[0]?.text ?? '') as object
}

/** The job that the account has at work once its call is under way. */
async function jobOf(userId: string, by: Jobs = jobs): Promise<string> {
  const active = async () => (await by.deps.allowances.read(userId))?.active[0]?.id
  await expect.poll(active).toBeDefined()
  return (await active()) ?? expect.unreachable()
}

/** The result of a call whose job is completed as soon as it is there. */
async function spoken(name: string, args: object, by: Jobs = jobs) {
  const { userId, token } = someone()
  const result = call(token, name, args, by)
  const jobId = await jobOf(userId, by)
  await complete(by, userId, jobId)
  return { ...(await result), jobId, userId, token }
}

test('speak makes a job as any other, and gives its sound to be played', async () => {
  const { content, structuredContent, jobId, userId } = await spoken('speak', {
    ...{ text: 'Good morning', voice: 'joe', speed: 1.5, language: null },
  })
  expect(content[0]).toEqual({
    ...{ type: 'audio', mimeType: 'audio/mpeg', data: Buffer.from('the sound').toString('base64') },
  })
  expect(structuredContent).toMatchObject({ jobId, status: 'completed', voice: 'joe', cached: false })
  expect(structuredContent).toMatchObject({
    audioUrl: expect.stringMatching(`^https://utter.example/audio/${jobId}.mp3\\?expires=`),
  })
  const job = await jobs.read(userId, jobId)
  expect(job).toMatchObject({ kind: 'tts', userText: 'Good morning', call: { owed: true } })
  expect(job.ttsSettings.speed).toBe(1.5)
})

test.each(['speak', 'reply'])('%s takes a seed and a check, which its job has', async (name) => {
  const { structuredContent, jobId, userId } = await spoken(name, { text: 'Good day', seed: 7, check: 'words' })
  expect(await jobs.read(userId, jobId)).toMatchObject({ seed: 7, check: 'words' })
  expect(structuredContent).not.toHaveProperty('warnings')
  const plain = await spoken(name, { text: 'Good day', voice: 'joe', check: 'shape' })
  expect(await jobs.read(plain.userId, plain.jobId)).not.toHaveProperty('check')
})

test('a seed that has no effect on the voice is told', async () => {
  const speech = { default: 'v', joe: 'v', alloy: 'openai/m/alloy' }
  await using others = await openJobs('mcp-seeds', { ...given, versions: () => ({ speech }) })
  const { structuredContent } = await spoken('speak', { text: 'Good day', voice: 'alloy', seed: 7 }, others)
  expect(structuredContent).toMatchObject({ warnings: ['seed has no effect on this voice'] })
})

test('reply tells what was written, and belongs to its conversation', async () => {
  const { structuredContent, jobId, userId } = await spoken('reply', { text: 'How are you?', sessionId: 'chat-7' })
  expect(structuredContent).toMatchObject({ jobId, reply: 'Well', voice: 'default' })
  expect(await jobs.read(userId, jobId)).toMatchObject({ kind: 'reply', sessionId: 'chat-7' })
})

test.each([
  ['larger than is held', async () => Readable.from([Buffer.alloc(1024 * 1024 + 1)])],
  ['not to be had now', async () => Promise.reject(serviceUnavailable())],
])('a sound that is %s is a link', async (_what, sound) => {
  await using other = await openJobs('mcp-links', { ...given, speech: { sound } })
  const { content, structuredContent, jobId } = await spoken('speak', { text: 'Good morning' }, other)
  const { audioUrl } = structuredContent as { audioUrl: string }
  expect(content[0]).toEqual({
    ...{ type: 'resource_link', uri: audioUrl, name: `${jobId}.mp3`, mimeType: 'audio/mpeg' },
  })
})

test('a job that is not done in time is told by its id, by which it is found', async () => {
  await using slow = await openJobs('mcp-slow', { ...given, beginSpeechSeconds: 0 })
  const { userId, token } = someone()
  const { structuredContent } = await call(token, 'speak', { text: 'Good morning' }, slow)
  const jobId = await jobOf(userId, slow)
  expect(structuredContent).toMatchObject({ jobId, status: 'pending' })
  await complete(slow, userId, jobId)
  const found = await call(token, 'job', { jobId }, slow)
  expect(found.structuredContent).toMatchObject({ jobId, status: 'completed' })
  expect(found.content[0]).toMatchObject({ type: 'audio' })
})

test('the same requestId is the same job, without another call', async () => {
  const args = { text: 'Only once', requestId: randomUUID() }
  const { jobId, userId, token } = await spoken('speak', args)
  expect((await call(token, 'speak', args)).structuredContent).toMatchObject({ jobId })
  expect((await jobs.allowance(userId)).used).toBe(1)
  expect(await refusal(token, 'speak', { ...args, text: 'Another' })).toMatchObject({ code: 'request_id_reused' })
})

test.each([
  ['invalid_voice', 'Invalid voice ID', 'voice'],
  ['nothing_to_speak', 'There is nothing to speak', 'text'],
  ['engine_ended', 'The voice did not answer', undefined],
])('a job that fails with %s is told by its sentence, and is not charged', async (code, error, field) => {
  const { userId, token } = someone()
  const told = refusal(token, 'speak', { text: 'Good morning' })
  const jobId = await jobOf(userId)
  const { attempt } = await jobs.read(userId, jobId)
  await jobs.handle(StepFailed, userId, { jobId, attempt, stage: 'speech', code, error })
  expect(await told).toMatchObject({ error, code, ...(field && { details: [{ field, message: error }] }) })
  expect((await jobs.allowance(userId)).used).toBe(0)
  expect((await call(token, 'job', { jobId })).structuredContent).toMatchObject({ status: 'failed', error, code })
})

const fault = (field: string, message: string) => ({
  ...{ error: message, code: 'invalid_request', details: [{ field, message }] },
})
test.each([
  ['speak', undefined, fault('text', 'text is required')],
  ['speak', { text: ' ' }, fault('text', 'text is required')],
  ['speak', { text: 'x'.repeat(10_001) }, fault('text', 'text must be at most 10000 characters')],
  ['speak', { text: 'x', voice: 7 }, fault('voice', 'voice must be a string')],
  ['speak', { text: 'x', speed: 3 }, fault('speed', 'speed must be between 0.5 and 2')],
  ['reply', { text: 'x'.repeat(4_001) }, fault('text', 'text must be at most 4000 characters')],
  ['job', {}, fault('jobId', 'jobId is required')],
  ['voices', { language: 'nonsense!' }, fault('language', 'language must be auto or a tag such as es or pt-BR')],
])('%s of %j is refused by its field, and costs nothing', async (name, args, expected) => {
  const { userId, token } = someone()
  expect(await refusal(token, name, args)).toMatchObject(expected)
  expect(await jobs.deps.allowances.read(userId)).toBeNull()
})

test('a text that is too long for the plan is told as the text', async () => {
  expect(await refusal(someone().token, 'speak', { text: 'long '.repeat(1_900) })).toMatchObject({
    ...{ code: 'text_too_long_for_plan', details: [{ field: 'text' }] },
  })
})

test('without calls left it is refused', async () => {
  const { token } = someone(undefined, await jobs.account('free', 0))
  expect(await refusal(token, 'speak', { text: 'Good morning' })).toMatchObject({ code: 'call_limit_reached' })
})

test.each<[string, Scope[], string]>([
  ['speak', ['jobs:read'], 'jobs:write'],
  ['reply', ['jobs:write'], 'jobs:read'],
  ['job', ['jobs:write'], 'jobs:read'],
])('%s with a key of %j lacks %s', async (name, scopes, lacking) => {
  const { userId, token } = someone(scopes)
  expect(await refusal(token, name, { text: 'x', jobId: 'x' })).toMatchObject({
    ...{ code: 'missing_scope', error: `This API key lacks the scope ${lacking}` },
  })
  expect(await jobs.deps.allowances.read(userId)).toBeNull()
})

test('a job of another account is one that does not exist', async () => {
  const { jobId } = await spoken('speak', { text: 'Mine alone' })
  const told = await Promise.all([jobId, randomUUID()].map((id) => refusal(someone().token, 'job', { jobId: id })))
  expect(told.map((one) => ({ ...one, requestId: '' }))).toEqual([
    { error: 'Job not found', code: 'job_not_found', requestId: '' },
    { error: 'Job not found', code: 'job_not_found', requestId: '' },
  ])
})

test.each([
  [{}, ['joe', 'eva']],
  [{ language: 'es-MX' }, ['joe']],
  [{ language: 'fr' }, []],
])('the voices for %j are %j', async (args, expected) => {
  const { structuredContent } = await call(someone([]).token, 'voices', args)
  const { voices } = structuredContent as { voices: { id: string; sampleUrl: string }[] }
  expect(voices.map(({ id }) => id)).toEqual(expected)
  for (const { id, sampleUrl } of voices) expect(sampleUrl).toBe(`https://utter.example/api/voices/${id}/sample.mp3`)
})

test.each([
  [{}, ['joe', 'eva', 'mine']],
  [{ language: 'es' }, ['joe', 'mine']],
  [{ language: 'de' }, ['eva']],
])('the voices for %j of an account with its own are %j', async (args, expected) => {
  const { structuredContent } = await call(someone([], voiceOwner).token, 'voices', args)
  const { voices } = structuredContent as { voices: { id: string; own?: boolean; sampleUrl?: string }[] }
  expect(voices.map(({ id }) => id)).toEqual(expected)
  // Its sample is for a login: the agent is given no address that it cannot open.
  for (const { id, own, sampleUrl } of voices)
    expect([own, sampleUrl === undefined]).toEqual(id === 'mine' ? [true, true] : [undefined, false])
})

test('many messages at once are refused', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const { status, body } = await jobs.request('POST', '/mcp', someone().token, {
    body: [message, message],
    headers: { accept },
  })
  expect([status, body.error]).toEqual([400, 'The body must be a JSON object'])
})
