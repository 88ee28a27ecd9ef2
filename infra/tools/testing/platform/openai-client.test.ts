import { type SoundFormat, soundFormats } from '@utter/contracts/sound-formats'
import { Customer } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import OpenAI, { AuthenticationError, BadRequestError, NotFoundError } from 'openai'
import { expect, test } from 'vitest'

/** OpenAI's own client, with nothing changed but its base address and its key. */
const { url } = ownPlatform()
const customer = await Customer.signUp(url)
await makeEnterprise(customer)
const apiKey = await (await testOperator()).createKey(customer.email, 'openai', ['jobs:write'])
const clientOf = (key: string) => new OpenAI({ apiKey: key, baseURL: new URL('/v1', url).href, maxRetries: 0 })
const client = clientOf(apiKey)
const request = { model: 'tts-1', voice: 'alloy', input: 'Good morning.' } as const

/** The first bytes of each form; of PCM there are none. */
const magic: Record<SoundFormat, RegExp> = {
  mp3: /^(?:ID3|\xff\xfb)/,
  wav: /^RIFF/,
  opus: /^OggS/,
  flac: /^fLaC/,
  aac: /^\xff[\xf1\xf9]/,
  pcm: /^/,
}
const startOf = (bytes: Buffer) => bytes.subarray(0, 8).toString('latin1')

test.concurrent.each(soundFormats)('a text becomes %s', async (format) => {
  const answer = await client.audio.speech.create({ ...request, response_format: format })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(startOf(bytes)).toMatch(magic[format])
  expect(bytes.length).toBeGreaterThan(4_000)
  expect(answer.headers.get('x-ratelimit-remaining-requests')).toMatch(/^\d+$/)
  expect(answer.headers.get('x-request-id')).toBeTruthy()
})

test.concurrent.each(['pcm', 'wav', 'aac'] as const)(
  'the first of %s is there while the text is still spoken',
  async (format) => {
    const sentence = `Of ${format} the first is heard while the voice goes on to what comes later in the text. `
    const input = sentence.repeat(5)
    const answer = await client.audio.speech.create({ ...request, input, response_format: format })
    const parts: Uint8Array[] = []
    const statuses: string[] = []
    for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
      if (parts.push(part) === 1) statuses.push((await customer.job(String(answer.headers.get('x-utter-job')))).status)
    }
    expect(statuses).toEqual(['processing'])
    expect(startOf(Buffer.concat(parts))).toMatch(magic[format])
  },
)

test('a quarter of the speed is several times the length', async () => {
  // Long enough for the voice's own variation, which two words feel, to be a small part.
  const input = 'At a quarter of its speed a voice takes four times as long for all of these words.'
  const lengthAt = async (speed: number) =>
    (await (await client.audio.speech.create({ ...request, input, response_format: 'pcm', speed })).arrayBuffer())
      .byteLength
  const [usual, slow] = [await lengthAt(1), await lengthAt(0.25)]
  expect(slow / usual).toBeGreaterThan(2.5)
})

test('its stream of events has the sound, then the end', async () => {
  const answer = await client.audio.speech.create({ ...request, stream_format: 'sse' })
  const events = (await answer.text())
    .trim()
    .split('\n\n')
    .map((one) => JSON.parse(one.replace(/^data: /, '')) as { type: string; audio?: string })
  const sound = Buffer.concat(events.map(({ audio = '' }) => Buffer.from(audio, 'base64')))
  expect(startOf(sound)).toMatch(magic.mp3)
  expect(events.at(-1)?.type).toBe('speech.audio.done')
})

test('its models are listed, and each can be had', async () => {
  const ids = []
  for await (const model of client.models.list()) ids.push(model.id)
  expect(ids).toContain('gpt-4o-mini-tts')
  expect((await client.models.retrieve('tts-1')).object).toBe('model')
})

test('refusals are its own errors', async () => {
  const refused = (more: object, by = client) =>
    by.audio.speech.create({ ...request, ...more }).then(
      () => expect.unreachable(),
      (error: unknown) => error,
    )
  expect(await refused({ input: '' })).toBeInstanceOf(BadRequestError)
  expect(await refused({ input: '' })).toMatchObject({ status: 400, param: 'input', type: 'invalid_request_error' })
  expect(await refused({ model: 'gpt-9' })).toBeInstanceOf(NotFoundError)
  const unknown = await refused({}, clientOf('utter_nobody'))
  expect(unknown).toBeInstanceOf(AuthenticationError)
  expect(unknown).toMatchObject({ code: 'invalid_api_key' })
})
