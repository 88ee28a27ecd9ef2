import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { json, type SpeechAnswer } from '@utter/testing/vendors/fake-speech-vendor'
import { openFakeTranscriber, saidTone } from '@utter/testing/vendors/fake-transcriber'
import { createBreaker } from '@utter/worker/breaker'
import { beforeEach, expect, test } from 'vitest'
import { samplesOfPcm } from '../../src/audio/pcm.ts'
import { samplesOfWav } from '../../src/audio/wav.ts'
import { createHearing, type HearingOptions } from '../../src/providers/outside/open-hearing.ts'

const transcriber = await closedAfterAll(openFakeTranscriber())
const log = createLog('test', 'silent')
const text = 'The patient must not take this.'
const clip = { samples: samplesOfPcm(saidTone(text)), sampleRate: 24_000 }

beforeEach(() => {
  transcriber.answers()
  transcriber.clips.splice(0)
})

const open = (over: Partial<HearingOptions> = {}) =>
  createHearing({ baseURL: transcriber.baseURL, breaker: createBreaker('test', log), log, ...over })
const hear = (over: Partial<HearingOptions> = {}, language?: string) =>
  open(over).hear(clip, { language, signal: new AbortController().signal })

test('the sound is sent as a WAV with the model and the language, and what was said comes back', async () => {
  expect(await hear({ apiKey: 'a secret key', model: 'large' }, 'de')).toBe(text)
  const [sent] = transcriber.clips
  expect(sent?.authorization).toBe('Bearer a secret key')
  // Nothing tells it what it should hear.
  expect(sent?.fields).toEqual({ model: 'large', response_format: 'json', temperature: '0', language: 'de' })
  const { samples, sampleRate } = samplesOfWav(sent?.wav ?? new Uint8Array())
  expect([samples.length, sampleRate]).toEqual([clip.samples.length, 24_000])
})

test('without a key the request has none, and not that of the environment; without a language it finds it out', async () => {
  expect(await hear()).toBe(text)
  expect(transcriber.clips[0]?.authorization).toBeUndefined()
  expect(transcriber.clips[0]?.fields).not.toHaveProperty('language')
})

const html: SpeechAnswer = (response) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
const silence: SpeechAnswer = () => {}
const reset: SpeechAnswer = (response) => void response.socket?.resetAndDestroy()
test.each<[string, SpeechAnswer]>([
  ['refuses its key', json(401, { error: { message: 'no', code: 'invalid_api_key' } })],
  ['has too many requests', json(429, { error: { message: 'later' } }, { 'retry-after': '60' })],
  ['is broken', json(500, {})],
  ['breaks off', reset],
  ['never answers', silence],
  ['answers with a page', html],
  ['answers in another form', json(200, { words: text })],
  ['hears no word', json(200, { text: ' … ' })],
  ['does not end', json(200, { text: 'and so on '.repeat(20_000) })],
])('a transcriber that %s is nobody who hears, and is asked once', async (_, answer) => {
  transcriber.answers(answer)
  expect(await hear({ limitMs: answer === silence ? 1_000 : 60_000 })).toBeUndefined()
  expect(transcriber.clips).toHaveLength(1)
})

test('an address where nobody is hears nothing', async () => {
  expect(await hear({ baseURL: 'http://127.0.0.1:9/v1' })).toBeUndefined()
})

test('a job that ends takes its request with it, by its own reason', async () => {
  transcriber.answers(() => {})
  const ending = new AbortController()
  const heard = open().hear(clip, { signal: ending.signal })
  await expect.poll(() => transcriber.clips.length).toBe(1)
  ending.abort(new Error('cancelled'))
  await expect(heard).rejects.toThrow('cancelled')
})

test('one that is away is asked no more after five times, and others of its requests are not held', async () => {
  transcriber.answers(json(503, {}))
  const hearing = open()
  for (let turn = 0; turn < 8; turn++)
    expect(await hearing.hear(clip, { signal: new AbortController().signal })).toBeUndefined()
  expect(transcriber.clips).toHaveLength(5)
})

test('a process has it hear no more clips at once than it may, and one that finds no room in time is not heard', async () => {
  transcriber.answers(() => {})
  const hearing = open({ limitMs: 1_000, maxConcurrent: 1 })
  const signal = new AbortController().signal
  const both = Promise.all([hearing.hear(clip, { signal }), hearing.hear(clip, { signal })])
  expect(await both).toEqual([undefined, undefined])
  expect(transcriber.clips).toHaveLength(1)
})
