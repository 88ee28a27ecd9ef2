import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLog } from '@utter/telemetry/log'
import { turnsAlone } from '@utter/testing/alone'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { openFolder } from '@utter/testing/open-folder'
import { openFakeElevenLabs } from '@utter/testing/vendors/fake-elevenlabs'
import { openFakeOpenAiSpeech } from '@utter/testing/vendors/fake-openai-speech'
import { markedText, textOfParts } from '@utter/text/markup/markup'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Recorded } from '../../src/domain/recording.ts'
import { inOneArray } from '../../src/domain/samples.ts'
import type { OwnVoice, SpeakRequest, SpeechProvider } from '../../src/domain/voice.ts'
import { openMastering } from '../../src/engines/mastering.ts'
import { speakJob } from '../../src/lifecycle/speak-job.ts'
import { notLive } from '../../src/lifecycle/speak-live.ts'
import { openDroppedVoices } from '../../src/providers/dropped/dropped-voices.ts'
import { createEnginePool } from '../../src/providers/dropped/engine-pool.ts'
import { openElevenLabs } from '../../src/providers/elevenlabs.ts'
import { openEspeak } from '../../src/providers/espeak.ts'
import { openFlite } from '../../src/providers/flite.ts'
import { openKokoro } from '../../src/providers/kokoro.ts'
import { openOpenAiSpeech } from '../../src/providers/openai-speech.ts'
import { openPico } from '../../src/providers/pico.ts'
import { openPiper } from '../../src/providers/piper.ts'
import { withVendors } from '../../src/providers/with-vendors.ts'
import { fliteDir, kokoroDir, localVoiceDir, patience, picoDir, usual } from '../support/local-voice.ts'

type Spoken = Pick<SpeakRequest, 'voiceId' | 'words'> & { texts: string[] }
/** Texts that engines of this machine have read, in order, each with the voice that was asked for. */
const spoken: Spoken[] = []

/** A provider of which `spoken` has each request. */
const noted = <Provider extends SpeechProvider>(provider: Provider): Provider => ({
  ...provider,
  async *speak(request, options) {
    const { voiceId, words } = request
    const texts: string[] = []
    spoken.push({ voiceId, texts, ...(words && { words }) })
    for await (const chunk of provider.speak(request, options)) {
      texts.push(chunk.text)
      yield chunk
    }
  },
})

const eleven = await closedAfterAll(openFakeElevenLabs())
const openai = await closedAfterAll(openFakeOpenAiSpeech())
const { path: dir } = await closedAfterAll(openFolder())
for (const part of ['.onnx', '.onnx.json'])
  await copyFile(join(await localVoiceDir(), `model${part}`), join(dir, `ada${part}`))
const dropped = openDroppedVoices({
  dir,
  log: createLog('test', 'silent'),
  isTaken: () => false,
  pool: createEnginePool(1),
})

const blend: OwnVoice = {
  ...{ userId: 'u', voiceId: 'blend-1', provider: 'local', name: 'Mixed', addedAt: new Date() },
  blend: [
    { voiceId: 'am_michael', weight: 3 },
    { voiceId: 'af_heart', weight: 1 },
  ],
}
const speech = await closedAfterAll(
  (async () =>
    withVendors(
      [
        await openKokoro({ dir: await kokoroDir(), cores: 1 }),
        await openPiper({ dir: await localVoiceDir(), slots: 1 }),
        await openPico({ dir: await picoDir() }),
        await openFlite({ dir: await fliteDir(), slots: 1 }),
        openEspeak(),
        dropped,
        openElevenLabs({ apiKey: 'key', baseURL: eleven.url }),
        openOpenAiSpeech({ baseURL: openai.baseURL }),
      ].map(noted),
      { chosen: 'piper', own: { find: async (_, id) => (id === blend.voiceId ? blend : undefined) } },
    ))(),
)
const mastering = await closedAfterAll(openMastering())

beforeEach(() => {
  spoken.length = 0
  eleven.requests.length = 0
  openai.requests.length = 0
})

/** The parts of a text, as jobs makes them: the voice of the job has no name in them. */
function partsOf(written: string, own: string) {
  const marked = markedText(written, { isSsml: written.startsWith('<') })
  if ('fault' in marked) throw new Error(marked.fault.reason)
  return marked.parts.map((part) => {
    if ('pauseMs' in part || part.voiceId !== own) return part
    const { voiceId: _, ...others } = part
    return others
  })
}

async function recorded(written: string, voiceId: string): Promise<Recorded> {
  const { signal } = patience()
  const parts = partsOf(written, voiceId)
  const request = { jobId: 'j', attempt: 1, voiceId, ttsSettings: usual, seed: 7, text: textOfParts(parts), parts }
  const context = { about: { userId: 'u' } as never, givesUp: () => true, onDone() {}, live: notLive }
  const job = await speakJob({ speech, mastering }, request, { ...context, signal, pass: turnsAlone.pass })
  return job.spoken
}

/** The longest row of samples that are nothing, in milliseconds: a mark's silence is, and no voice's. */
async function longestSilenceMs({ samples, sampleRate }: Recorded): Promise<number> {
  let [longest, present] = [0, 0]
  for (const sample of await inOneArray(samples)) {
    present = sample === 0 ? present + 1 : 0
    longest = Math.max(longest, present)
  }
  return (longest * 1_000) / sampleRate
}

/** Loudness of each voice of a recording, by its id. */
async function loudnessOf({ samples, sampleRate, runs }: Recorded): Promise<Map<string | undefined, number>> {
  const found = new Map<string | undefined, number>()
  for (const voiceId of new Set(runs.map((run) => run.voiceId))) {
    const stretches = runs.filter((run) => run.voiceId === voiceId)
    found.set(voiceId, (await mastering.loudness({ samples, sampleRate, stretches }, patience())) ?? -70)
  }
  return found
}

test('the voices of a text are as loud as each other, where alone each has its own loudness', async () => {
  const text = `A storm is coming over the hill. [voice:${other}]It has been on its way for hours. [voice:lucy]Then shut the door.`
  const together = await loudnessOf(await recorded(text, 'joe'))
  expect(together.size).toBe(3)
  for (const lufs of together.values()) expect(Math.abs(lufs + 23)).toBeLessThan(0.3)
  const alone = await Promise.all(
    ['joe', other, 'lucy'].map(async (id) => loudnessOf(await recorded('Shut the door.', id))),
  )
  const lufs = alone.flatMap((one) => [...one.values()])
  expect(Math.max(...lufs) - Math.min(...lufs)).toBeGreaterThan(2)
})

const lengthsMs = ({ pieces }: Recorded) => pieces.map(({ startMs, endMs }) => endMs - startMs)
/** The voice that speaks beside the one under test. */
const other = 'espeak-m7'

type Voice = {
  voiceId: string
  /** Whether it takes the sounds of a word. */
  isSounding?: true
  /** Whether it takes about as long as it speaks. */
  isNatural?: true
  /** Resolves when it is there. */
  listed?(): Promise<unknown>
  /** The texts that it was asked for; of an engine of this machine those that it has read. */
  asked(): string[]
}
const readBy = (voiceId: string) => () => spoken.filter((one) => one.voiceId === voiceId).flatMap(({ texts }) => texts)
const voices: Record<string, Voice> = {
  Kokoro: { voiceId: 'af_heart', isSounding: true, isNatural: true, asked: readBy('af_heart') },
  Piper: { voiceId: 'joe', isSounding: true, asked: readBy('joe') },
  // It is asked for by the first of its voices.
  'a blend': { voiceId: 'blend-1', isSounding: true, isNatural: true, asked: readBy('am_michael') },
  Pico: { voiceId: 'lucy', asked: readBy('lucy') },
  flite: { voiceId: 'slt', asked: readBy('slt') },
  eSpeak: { voiceId: 'espeak-f3', asked: readBy('espeak-f3') },
  ElevenLabs: { voiceId: 'premadeRachel', asked: () => eleven.spoken().map(({ body }) => String(body.text)) },
  OpenAI: { voiceId: 'alloy', asked: () => openai.spoken().map(({ body }) => String(body.input)) },
  // The last, since it is checked meanwhile.
  'a voice dropped in': {
    ...{ voiceId: 'ada', isSounding: true, asked: readBy('ada') },
    listed: () => eventually('it is listed', async () => (await dropped.voices()).length > 0),
  },
}

/** A text in both forms, or in SSML alone, and what must be seen of it. */
type Row = {
  brackets?: (own: string) => string
  ssml: string
  isDone(recorded: Recorded, voice: Voice): void | Promise<void>
}
const says =
  (pattern: RegExp) =>
  (_: Recorded, { asked }: Voice) =>
    expect(asked().join(' ')).toMatch(pattern)

async function isPaused(recording: Recorded): Promise<void> {
  const silenceMs = await longestSilenceMs(recording)
  expect(silenceMs).toBeGreaterThanOrEqual(1_200)
  expect(silenceMs).toBeLessThan(1_800)
  expect(lengthsMs(recording).every((ms) => ms > 300)).toBe(true)
}
function isQuickened(recording: Recorded): void {
  const [usually = 0, quickly = 0] = lengthsMs(recording)
  expect(usually / quickly).toBeGreaterThan(1.3)
  expect(usually / quickly).toBeLessThan(1.9)
}

const marks: Record<string, Row> = {
  'a pause': {
    brackets: () => 'One has come. [pause:1.2s]Another has left.',
    ssml: '<speak>One has come. <break time="1200ms"/>Another has left.</speak>',
    isDone: isPaused,
  },
  'a rate': {
    brackets: () => 'Nobody had seen it. [rate:1.6]Nobody had seen it.',
    ssml: '<speak>Nobody had seen it. <prosody rate="160%">Nobody had seen it.</prosody></speak>',
    isDone: isQuickened,
  },
  'another voice': {
    brackets: (own) => `I am the first one. [voice:${other}]And I am another. [voice:${own}]And the first again.`,
    ssml: `<speak>I am the first one. <voice name="${other}">And I am another. </voice>And the first again.</speak>`,
    isDone(recording, { asked }) {
      expect(asked().map((text) => text.trim())).toEqual(['I am the first one.', 'And the first again.'])
      expect(readBy(other)()).toEqual(['And I am another.'])
      expect(recording.sampleRate).toBe(24_000)
      expect(lengthsMs(recording).every((ms) => ms > 300)).toBe(true)
    },
  },
  'figures, letters and a day': {
    brackets: () => 'Call [as:digits]20[/as] or [as:spell]UN[/as] on [as:date]2026-11-27[/as].',
    ssml: '<speak>Call <say-as interpret-as="digits">20</say-as> or <say-as interpret-as="characters">UN</say-as> on <say-as interpret-as="date">2026-11-27</say-as>.</speak>',
    isDone: says(/^Call 2, 0 or U, N on November 27, 2026\.$/),
  },
  'another text': {
    ssml: '<speak>The <sub alias="United Nations">UN</sub> met.</speak>',
    isDone: says(/^The United Nations met\.$/),
  },
}
/** All of them in two texts, for a natural voice. */
const marksTogether: Record<string, Row> = {
  'a pause and a rate': {
    ssml: '<speak>Nobody had seen it. <break time="1200ms"/><prosody rate="160%">Nobody had seen it.</prosody></speak>',
    isDone(recording) {
      isPaused(recording)
      isQuickened(recording)
    },
  },
  'figures, letters, a day, another voice and another text': {
    ssml: `<speak>Call <say-as interpret-as="digits">20</say-as> or <say-as interpret-as="characters">UN</say-as> on <say-as interpret-as="date">2026-11-27</say-as>. <voice name="${other}">And I am another. </voice>The <sub alias="United Nations">UN</sub> met.</speak>`,
    isDone(recording, voice) {
      says(/^Call 2, 0 or U, N on November 27, 2026\. +The United Nations met\.$/)(recording, voice)
      expect(readBy(other)()).toEqual(['And I am another.'])
      expect(recording.sampleRate).toBe(24_000)
      expect(lengthsMs(recording).every((ms) => ms > 300)).toBe(true)
    },
  },
}

const sounds: Pick<Row, 'brackets' | 'ssml'> & { brackets(): string } = {
  brackets: () => 'My [say:cat|ˌkætəˈmæriːn] is here. My cat is here.',
  ssml: '<speak>My <phoneme alphabet="ipa" ph="ˌkætəˈmæriːn">cat</phoneme> is here. My cat is here.</speak>',
}

describe.each(Object.entries(voices))('%s', (_, voice) => {
  beforeAll(async () => void (await voice.listed?.()))

  test('has the same marks in SSML', () => {
    const { voiceId } = voice
    for (const { brackets, ssml } of Object.values(marks))
      if (brackets) expect(partsOf(ssml, voiceId)).toEqual(partsOf(brackets(voiceId), voiceId))
    const unshown = (written: string) => partsOf(written, voiceId).map((part) => ({ ...part, shown: undefined }))
    expect(unshown(sounds.ssml)).toEqual(unshown(sounds.brackets()))
  })

  const rows = voice.isNatural ? marksTogether : marks
  test.each(Object.entries(rows))('does %s, and reads no mark aloud', async (_, { brackets, ssml, isDone }) => {
    const { voiceId, asked } = voice
    const recording = await recorded(brackets?.(voiceId) ?? ssml, voiceId)
    await isDone(recording, voice)
    expect(asked().join(' ')).not.toMatch(/[[\]<>]|pause|rate|voice|interpret/)
  })

  test(voice.isSounding ? 'speaks a word by its sounds' : 'refuses the sounds of a word, unpaid', async () => {
    const { voiceId, asked, isSounding } = voice
    const recording = recorded(sounds.brackets(), voiceId)
    if (!isSounding) {
      await expect(recording).rejects.toMatchObject({ kind: 'permanent', code: 'mark_not_spoken' })
      return void expect(asked()).toEqual([])
    }
    const [said = 0, plain = 0] = lengthsMs(await recording)
    expect(said).toBeGreaterThan(plain + 150)
    const words = spoken.flatMap(({ words = [] }) => words)
    // A stress stands before its vowel, as the models have learned it.
    expect(words).toMatchObject([{ written: 'cat', phonemes: 'kˌætəmˈæriːn' }])
  })

  test('speaks what another voice’s text names it for', async () => {
    const recording = await recorded(`I am the other. [voice:${voice.voiceId}]And I am this one.`, other)
    expect(voice.asked()).toEqual(['And I am this one.'])
    expect(lengthsMs(recording)).toHaveLength(2)
  })
})

test.each(['premadeRachel', 'alloy'])(
  'a day is worded in the language of a text that %s is not listed for',
  async (own) => {
    const text = 'Le port était calme quand les premiers bateaux sont arrivés, le [as:date]2026-11-27[/as].'
    await recorded(text, own)
    await recorded(`A text in English. [voice:${own}]${text}`, other)
    for (const said of voices[own === 'alloy' ? 'OpenAI' : 'ElevenLabs']?.asked() ?? [])
      expect(said).toMatch(/le 27 novembre 2026\.$/)
    expect([...eleven.spoken(), ...openai.spoken()]).toHaveLength(2)
  },
)
