import { buffer } from 'node:stream/consumers'
import type { AudioFiles } from '@utter/storage/audio/files'
import { openAudioFolder } from '@utter/storage/audio/folder'
import { jobOfAudio } from '@utter/storage/audio/name'
import { createLog, type Log } from '@utter/telemetry/log'
import { eventually } from '@utter/testing/eventually'
import { openFolder } from '@utter/testing/open-folder'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SpeakRequest, SpeechProvider } from '../../src/domain/voice.ts'
import { isSampleName, sampleName } from '../../src/domain/voice-sample.ts'
import { type Mastering, openMastering } from '../../src/engines/mastering.ts'
import { makeSamples, startMakingSamples } from '../../src/lifecycle/voice-samples.ts'
import { aVoice } from '../support/a-voice.ts'
import { openInstalledVoices } from '../support/local-voice.ts'
import { play } from '../support/meter.ts'
import { openSpeech, signed, voice } from '../support/open-speech.ts'

describe('the sample', () => {
  let speech: Awaited<ReturnType<typeof openSpeech>>
  const wanted: string[] = []
  beforeAll(async () => {
    speech = await openSpeech({ samples: { want: async ({ id }) => void wanted.push(id) } })
    await speech.files.write(sampleName(voice), Buffer.from('0123456789'))
  })
  afterAll(() => speech[Symbol.asyncDispose]())

  test('is for everybody, and is kept for a day', async () => {
    const { status, body, headers } = await speech.ask('/api/voices/one/sample.mp3')
    expect([status, body]).toEqual([200, '0123456789'])
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=86400',
    })
  })

  test('has the same bytes by each alias', async () => {
    for (const alias of voice.aliases)
      expect((await speech.ask(`/api/voices/${alias}/sample.mp3`)).body).toBe('0123456789')
  })

  test('is sent in the range that is requested, and not again to who has it', async () => {
    const part = await speech.ask('/api/voices/one/sample.mp3', { ...signed(), range: 'bytes=2-4' })
    expect([part.status, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
    const etag = String(part.headers.etag)
    const again = await speech.ask('/api/voices/one/sample.mp3', { ...signed(), 'if-none-match': etag })
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag])
  })

  test.each(['nobody', 'One', '..%2fsecrets'])('of %s, which is no voice, is a 404', async (id) => {
    const { status, json } = await speech.ask(`/api/voices/${id}/sample.mp3`)
    expect([status, json()]).toMatchObject([404, { code: 'invalid_voice', error: 'Invalid voice ID' }])
  })

  test('that is made on demand is waited for, and sent', async () => {
    await speech.files.remove(sampleName(voice))
    await using other = await openSpeech({
      samples: { want: async (asked) => speech.files.write(sampleName(asked), Buffer.from('made')) },
      files: speech.files,
    })
    const { status, body } = await other.ask('/api/voices/one/sample.mp3')
    expect([status, body]).toEqual([200, 'made'])
  })

  test('is a 503 with the time to retry after until it is made', async () => {
    await speech.files.remove(sampleName(voice))
    const { status, json, headers } = await speech.ask('/api/voices/one/sample.mp3')
    expect([status, json().code, headers['retry-after']]).toEqual([503, 'unavailable', '2'])
    expect(wanted).toEqual(['one'])
  })
})

test.each([
  ['of this machine has another sample', 'piper', false],
  ['of a vendor outside keeps its sample, which was paid for', 'elevenlabs', true],
])('a voice by another model %s', (_, provider, isKept) => {
  const names = ['one-1', 'one-2'].map((model) => sampleName(aVoice('one', { provider, model })))
  expect(names[0] === names[1]).toBe(isKept)
})

test('its file is no audio of a job, so the sweep leaves it alone', () => {
  for (const id of ['joe', 'espeak-m3']) {
    const name = sampleName({ ...voice, id })
    expect([jobOfAudio(name), isSampleName(name)]).toEqual([undefined, true])
  }
  expect(isSampleName('5f1c.9a2b.mp3')).toBe(false)
})

const files = async (closing: AsyncDisposableStack) => openAudioFolder(closing.use(await openFolder()).path)
const listed = async ({ list }: AudioFiles) => {
  const found: string[] = []
  for await (const { name } of list()) found.push(name)
  return found.sort()
}

describe('of two voices', () => {
  const voices = ['one', 'two'].map((id) => ({ ...voice, id }))
  const samples = Float32Array.from({ length: 80_000 }, (_, at) => Math.sin(at / 3) * (1 - at / 80_000))
  const speech = {
    voices: async () => voices,
    async *speak({ text }: SpeakRequest) {
      yield { text, samples, sampleRate: 10_000, pauseMs: 0, done: 1 }
    },
  } as unknown as SpeechProvider
  const mastering = { master: async () => ({ mp3: Buffer.from('sound') }) } as unknown as Mastering
  const { signal } = new AbortController()

  test('replicas that make the samples at once leave one file a voice, and make none again', async () => {
    await using closing = new AsyncDisposableStack()
    const folder = await files(closing)
    await Promise.all(Array.from({ length: 20 }, () => makeSamples({ speech, mastering, files: folder }, signal)))
    expect(await listed(folder)).toEqual(voices.map(sampleName).sort())
    const write = () => Promise.reject(new Error('written again'))
    await makeSamples({ speech, mastering, files: { ...folder, write } }, signal)
  })

  test('they are stored as samples, which a bucket may give a lifetime of their own', async () => {
    await using closing = new AsyncDisposableStack()
    const folder = await files(closing)
    const kinds: (string | undefined)[] = []
    const write: AudioFiles['write'] = async (_name, _bytes, kind) => void kinds.push(kind)
    await makeSamples({ speech, mastering, files: { ...folder, write } }, signal)
    expect(kinds).toEqual(['sample', 'sample'])
  })

  test('that of a voice outside or of a natural one is made when it is asked for, and once a minute at most if it fails', async () => {
    await using closing = new AsyncDisposableStack()
    const folder = await files(closing)
    const here = voice
    const natural = aVoice('natural', { speedClass: 'natural' })
    const outside = aVoice('out.side', { provider: 'elevenlabs' })
    const broken = aVoice('broken', { provider: 'openai' })
    const asked: string[] = []
    const vendors = {
      ...speech,
      voices: async () => [broken, natural, outside, here],
      speak(request: SpeakRequest, options: { signal: AbortSignal }) {
        asked.push(request.voiceId)
        if (request.voiceId === 'broken') throw new Error('no credit')
        return speech.speak(request, options)
      },
    }
    await using making = startMakingSamples({ speech: vendors, mastering, files: folder }, createLog('test', 'silent'))
    await eventually('that of this machine', async () => (await listed(folder)).length === 1)
    await Promise.all([1, 2].flatMap(() => [broken, natural, outside].map((one) => making.want(one))))
    await making.want(broken)
    expect(await listed(folder)).toEqual([here, natural, outside].map(sampleName).sort())
    expect(asked).toEqual(['one', 'broken', 'natural', 'out.side'])
    expect(isSampleName(sampleName(outside))).toBe(true)
  })

  test('a disk that is full is reported, and the making ends with the process', async () => {
    await using closing = new AsyncDisposableStack()
    const folder = await files(closing)
    const warned: string[] = []
    const log = { warn: (_: object, sentence: string) => void warned.push(sentence) } as unknown as Log
    const write = () => Promise.reject(new Error('ENOSPC'))
    await using _making = startMakingSamples({ speech, mastering, files: { ...folder, write } }, log)
    await eventually('a warning', async () => warned.length > 0)
    expect(warned).toEqual(['a voice has no sample yet'])
  })
})

describe('of this machine', () => {
  const mastering = openMastering()
  let speech: SpeechProvider
  beforeAll(async () => {
    speech = await openInstalledVoices()
  }, 180_000)
  afterAll(() => Promise.all([speech.close(), mastering.close()]))

  test('each sample has −16 LUFS and some seconds, and a stop in the middle waits for nothing', async () => {
    await using closing = new AsyncDisposableStack()
    const folder = await files(closing)
    const making = startMakingSamples({ speech, mastering, files: folder }, createLog('test', 'silent'))
    await eventually('the first sample', async () => (await listed(folder)).length > 0)
    const startedMs = performance.now()
    await making[Symbol.asyncDispose]()
    expect(performance.now() - startedMs).toBeLessThan(1_000)
    expect((await listed(folder)).length).toBeLessThan(4)

    await makeSamples({ speech, mastering, files: folder }, new AbortController().signal)
    for (const name of (await speech.voices()).map(sampleName)) {
      const { lufs, sampleCount } = await play(await buffer(folder.read(name)))
      expect(Math.abs(lufs + 16)).toBeLessThanOrEqual(0.5)
      expect(sampleCount / 48_000).toBeGreaterThan(4)
    }
  })
})
