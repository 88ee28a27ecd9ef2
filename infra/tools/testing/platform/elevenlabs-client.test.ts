import { ElevenLabs, ElevenLabsClient, ElevenLabsError } from '@elevenlabs/elevenlabs-js'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import { Customer } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { Demuxer } from 'node-av/api'
import { expect, test } from 'vitest'

/** ElevenLabs' own client, with nothing changed but its base address and its key. */
const { url } = ownPlatform()
const customer = await Customer.signUp(url)
await makeEnterprise(customer)
const apiKey = await (await testOperator()).createKey(customer.email, 'elevenlabs', ['jobs:write', 'usage:read'])
const clientOf = (key: string) => new ElevenLabsClient({ apiKey: key, baseUrl: String(url), maxRetries: 0 })
const client = clientOf(apiKey)
const voice = '21m00Tcm4TlvDq8ikWAM'
const request = { text: 'Good morning.', modelId: 'eleven_multilingual_v2' }

async function bytesOf(sound: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.from(await new Response(sound).arrayBuffer())
}
const never = () => expect.unreachable()
type Format = NonNullable<ElevenLabs.BodyTextToSpeechFull['outputFormat']>
const convert = async (outputFormat?: Format) =>
  bytesOf(await client.textToSpeech.convert(voice, { ...request, ...(outputFormat && { outputFormat }) }))

test.each([
  [undefined, /^(?:ID3|\xff\xfb)/, 44_100],
  ['mp3_22050_32', /^(?:ID3|\xff\xf3)/, 22_050],
  ['opus_48000_32', /^OggS/, 48_000],
  ['wav_16000', /^RIFF/, 16_000],
] as const)('a text becomes %s', async (format, magic, sampleRate) => {
  const bytes = await convert(format)
  expect(bytes.subarray(0, 8).toString('latin1')).toMatch(magic)
  await using file = await Demuxer.open(bytes)
  expect(file.audio()?.codecpar.sampleRate).toBe(sampleRate)
  expect(file.duration).toBeGreaterThan(0.5)
})

/** A file has room before and after the speech, which a sound that is sent as it is spoken has not. */
const roomSeconds = 0.5

test('telephone sound has a byte a sample, and PCM two', async () => {
  const [ulaw, alaw, pcm] = [await convert('ulaw_8000'), await convert('alaw_8000'), await convert('pcm_8000')]
  expect(ulaw.length).toBeGreaterThan(4_000)
  for (const samples of [alaw.length, pcm.length / 2])
    expect(Math.abs(samples - ulaw.length)).toBeLessThan(8_000 * roomSeconds)
})

test('its stream has the whole sound', async () => {
  const streamed = await bytesOf(await client.textToSpeech.stream(voice, { ...request, outputFormat: 'pcm_16000' }))
  const whole = await convert('pcm_16000')
  expect(Math.abs(streamed.length - whole.length)).toBeLessThan(2 * 16_000 * roomSeconds)
})

test('its voices are listed, found and read, and speak by their ids', async () => {
  const { voices } = await client.voices.getAll()
  const [first] = voices
  expect(voices.length).toBeGreaterThan(1)
  const one = await client.voices.get(first?.voiceId ?? '')
  expect(one).toEqual(first)
  const found = await client.voices.search({ search: one.name ?? '' })
  expect(found.voices.map(({ voiceId }) => voiceId)).toContain(one.voiceId)
  expect((await bytesOf(await client.textToSpeech.convert(one.voiceId, request))).length).toBeGreaterThan(4_000)
  const missing = await client.voices.get('nobody').catch((error: unknown) => error)
  expect(missing).toMatchObject({ statusCode: 404, body: { detail: { status: 'voice_not_found' } } })
})

test('its account and the models are read', async () => {
  const used = ((await customer.get('/api/usage')).body as UsageView).apiCallsUsed
  const { subscription, ...user } = await client.user.get()
  expect(user).toMatchObject({ isOnboardingCompleted: true, seatType: 'workspace_admin' })
  expect(subscription).toMatchObject({ tier: 'enterprise', status: 'active', characterCount: used * 10_000 })
  const { openInvoices, hasOpenInvoices, ...same } = await client.user.subscription.get()
  expect([same, openInvoices, hasOpenInvoices]).toEqual([subscription, [], false])
  const models = await client.models.list()
  expect(models.filter(({ canDoTextToSpeech }) => canDoTextToSpeech).map(({ modelId }) => modelId)).toContain(
    request.modelId,
  )
})

test('refusals are its own errors', async () => {
  const refused = (more: object, by = client, voiceId = voice) =>
    by.textToSpeech.convert(voiceId, { ...request, ...more }).then(
      () => expect.unreachable(),
      (error: unknown) => error,
    )
  const invalid = await refused({ text: '' })
  expect(invalid).toBeInstanceOf(ElevenLabs.UnprocessableEntityError)
  expect(invalid).toMatchObject({ body: { detail: [{ loc: ['body', 'text'], msg: 'text is required' }] } })
  const unknown = await refused({}, client, 'nobody')
  expect(unknown).toBeInstanceOf(ElevenLabsError)
  expect(unknown).toMatchObject({ statusCode: 400, body: { detail: { status: 'voice_not_found' } } })
  const stranger = await refused({}, clientOf('utter_nobody'))
  expect(stranger).toMatchObject({ statusCode: 401, body: { detail: { status: 'invalid_api_key' } } })
})

/** Seconds of a sound. */
async function secondsOf(base64: string): Promise<number> {
  await using file = await Demuxer.open(Buffer.from(base64, 'base64'))
  return file.duration
}

test('a text has its sound with the times of its characters', async () => {
  const text = 'Good morning. It is 5 o’clock 👍.'
  const spoken = await client.textToSpeech.convertWithTimestamps(voice, { ...request, text })
  const { characters, characterStartTimesSeconds: starts, characterEndTimesSeconds: ends } = spoken.alignment ?? never()
  expect(characters).toEqual([...text])
  expect(starts.every((start, index) => start <= (ends[index] ?? -1) && start >= (ends[index - 1] ?? 0))).toBe(true)
  const seconds = await secondsOf(spoken.audioBase64)
  expect(seconds).toBeGreaterThan(1)
  expect(ends.at(-1)).toBeLessThanOrEqual(seconds + 0.05)
  // The second sentence is spoken after the first.
  expect(starts[text.indexOf('It')]).toBeGreaterThan(0.5)
  expect(spoken.normalizedAlignment).toEqual(spoken.alignment)
})

test('its stream has the same times, all of them with the first part of the sound', async () => {
  const streamed = await client.textToSpeech.streamWithTimestamps(voice, { ...request, outputFormat: 'pcm_16000' })
  const parts = []
  for await (const part of streamed) parts.push(part)
  const sound = Buffer.concat(parts.map(({ audioBase64 }) => Buffer.from(audioBase64, 'base64')))
  const told = parts.flatMap(({ alignment }) => alignment ?? [])
  expect(told.map(({ characters }) => characters.join(''))).toEqual([request.text])
  expect(told[0]).toBe(parts[0]?.alignment)
  const seconds = sound.length / 32_000
  expect(seconds).toBeGreaterThan(0.5)
  expect(told[0]?.characterEndTimesSeconds.at(-1)).toBeLessThanOrEqual(seconds + 0.05)
})

test('a plan without word timestamps has no times, and pays for none', async () => {
  const free = await Customer.signUp(url)
  const freeClient = clientOf(await (await testOperator()).createKey(free.email, 'free', ['jobs:write']))
  const refusal = { statusCode: 403, body: { detail: { status: 'plan_required' } } }
  const refused = (error: unknown) => expect(error).toMatchObject(refusal)
  await freeClient.textToSpeech.convertWithTimestamps(voice, request).then(never, refused)
  await freeClient.textToSpeech.streamWithTimestamps(voice, request).then(never, refused)
  expect(((await free.get('/api/usage')).body as UsageView).apiCallsUsed).toBe(0)
})

test('what is not there is told in its shape, and by a request id', async () => {
  const dialogue = { inputs: [{ text: 'Good morning.', voiceId: voice }] }
  const missing = await client.textToDialogue.convertWithTimestamps(dialogue).catch((error: unknown) => error)
  expect(missing).toMatchObject({ statusCode: 404, body: { detail: { status: 'not_found' } } })
  expect((missing as ElevenLabsError).requestId).toBeTruthy()
})
