import type { SpokenPart } from '@utter/contracts/spoken-part'
import { VendorError } from '@utter/contracts/vendor-error'
import { latinForm } from '@utter/text/language/latin-form'
import { markedText } from '@utter/text/markup/markup'
import { spokenText } from '@utter/text/spoken-text'
import { describe, expect, test } from 'vitest'
import { namesBeside, soundsApart, withSounds, withWords } from '../../src/domain/marks/said-words.ts'
import { speakParts } from '../../src/domain/marks/speak-parts.ts'
import { type Utterance, utterancesOf } from '../../src/domain/marks/utterances.ts'
import { type Recording, record } from '../../src/domain/recording.ts'
import type { SpokenChunk } from '../../src/domain/voice.ts'
import { piecesOf } from '../../src/text/pieces.ts'
import { spokenForm } from '../../src/text/spoken-form.ts'

function partsOf(text: string): SpokenPart[] {
  const marked = markedText(text)
  if ('fault' in marked) throw new Error(marked.fault.reason)
  return marked.parts
}
const utterances = (text: string) => utterancesOf(partsOf(text), () => 'en-US')

function firstNames(text: string, count: number): string[] {
  const names = namesBeside(text)
  return Array.from({ length: count }, () => names.next().value)
}

describe('utterances', () => {
  test('a silence stands before what follows it, and at the end behind the last', () => {
    expect(utterances('[pause:1s]One. [pause:2s][pause:3s]Two.[pause:4s]')).toMatchObject([
      { text: 'One. ', beforeMs: 1_000, afterMs: 0, pauseMs: 220, ends: false },
      { text: 'Two.', beforeMs: 5_000, afterMs: 4_000, pauseMs: 0, begins: false },
    ])
  })

  test.each([
    ['One.[pause:1s]Two.', 220],
    ['One.” [pause:1s]Two.', 220],
    ['One.\n\n[pause:1s]Two.', 450],
    ['One.[pause:1s]\nTwo.', 450],
    ['One, [pause:1s]two.', 60],
    ['One[pause:1s], two.', 0],
    ['One [pause:1s]two.', 0],
  ])('%j has the silence of its end besides: %d ms', (text, pauseMs) => {
    expect(utterances(text)[0]).toMatchObject({ pauseMs, ends: pauseMs === 0 })
  })

  test('inside of a clause a voice is told that it goes on', () => {
    expect(utterances('Please wait [pause:1s]here.').map(({ text }) => text)).toEqual(['Please wait,', 'here.'])
  })

  test('marks of a word do not divide its sentence; what has no sound is left out, and its silence is not', () => {
    expect(utterances('My [say:Cat|kæt] is [as:digits]12[/as] years old.')).toMatchObject([
      { text: 'My Qubobabebix is 1, 2 years old.', words: [{ name: 'qubobabebix', written: 'Cat', phonemes: 'kæt' }] },
    ])
    expect(utterances('One.[pause:1s] ! [pause:1s]Two.')).toMatchObject([{ text: 'One.' }, { beforeMs: 2_000 }])
  })

  test('a day is in the words of its voice’s language', () => {
    const parts = partsOf('[as:date]2026-11-27[/as] [voice:greta][as:date]2026-11-27[/as]')
    const said = utterancesOf(parts, (voiceId) => (voiceId ? 'de-DE' : 'en-GB'))
    expect(said.map(({ text }) => text.replace(',', '').trim())).toEqual(['27 November 2026', '27. November 2026'])
  })
})

describe('a word with its sounds', () => {
  test.each(['en-US', 'de-DE', 'fr-FR', 'es-ES', 'it-IT', 'pt-BR', 'hi-IN'])(
    'its name goes through all rules for a text in %s',
    (language) => {
      for (const name of firstNames('', 200)) {
        const spoken = latinForm(spokenText(`3 ${name}, (${name}) & ${name}.`, { language }), [language])
        const pieces = piecesOf(spokenForm(spoken, language), language)
        const found = pieces.map(({ text }) => text.split(name).length - 1)
        expect(found.reduce((sum, count) => sum + count, 0)).toBe(3)
      }
    },
  )

  test('names are distinct, and none is in the text, which may be full of them', () => {
    const names = firstNames('', 2_200)
    expect(new Set(names).size).toBe(2_200)
    expect(names).not.toContain(firstNames(names.join('').toUpperCase(), 1)[0])
    expect(firstNames(`${names[0]} ${names[2]}`, 1)[0]).toBe(names[1])
  })

  test('a word that other letters touch is spoken by its sounds too', () => {
    const [{ text = '', words = [] } = {}] = utterances('Two [say:cat|kæt]s.')
    expect(soundsApart(withSounds(text, words))).toEqual(['Two ', 'kæt', 's.'])
  })

  test('its sounds stand apart from the text around it', () => {
    const words = [{ name: 'qubobabebix', written: 'cat', phonemes: 'kæt' }]
    expect(soundsApart(withSounds('My Qubobabebix.', words))).toEqual(['My ', 'kæt', '.'])
    expect(withWords('My Qubobabebix.', words, ({ written }) => written)).toBe('My cat.')
  })
})

const sampleRate = 8_000
const tone = (seconds: number, rate = sampleRate) =>
  Float32Array.from({ length: Math.round(seconds * rate) }, (_, at) => {
    const swell = Math.sin((Math.PI * at) / (seconds * rate))
    return swell * Math.sin((2 * Math.PI * 200 * at) / rate)
  })

describe('a marked text that is recorded', () => {
  type Take = Pick<Utterance, 'text' | 'rate'> & { voiceId?: string | undefined }
  /** A voice that speaks sentence by sentence; the takes of a sentence come one after the other. */
  function voice(takes: Record<string, Float32Array[]> = {}, more: Partial<SpokenChunk> = {}) {
    const asked: Take[] = []
    const evened: { fromRate: number; sampleRate: number; tempo: number }[] = []
    /** In place of the engine: the length that it would have, at another pitch. */
    const even = async (
      { samples, sampleRate: fromRate }: Recording,
      wanted: { sampleRate: number; tempo: number },
    ) => {
      evened.push({ fromRate, ...wanted })
      const step = (fromRate * wanted.tempo) / wanted.sampleRate
      return Float32Array.from(
        { length: Math.round(samples.length / step) },
        (_, at) => samples[Math.floor(at * step)] ?? 0,
      )
    }
    async function* speak({ text, rate, voiceId }: Utterance): AsyncGenerator<SpokenChunk> {
      asked.push({ text, rate, ...(voiceId && { voiceId }) })
      const sentences = text.match(/[^.]+[.]/g)?.map((sentence) => sentence.trim()) ?? [text]
      for (const [index, sentence] of sentences.entries()) {
        const samples = takes[sentence]?.shift() ?? tone(3 / rate)
        const done = (index + 1) / sentences.length
        yield { text: sentence, samples, sampleRate, pauseMs: done === 1 ? 0 : 300, done, ...more }
      }
    }
    return { speak, asked, even, evened }
  }
  const recorded = (text: string, { speak, even }: ReturnType<typeof voice>) =>
    record(speakParts(utterances(text), speak, even), { text, onDone: () => {} })

  test('a piece that is cut off is spoken again by its own voice, at its own rate, with its own sounds', async () => {
    const cut = new Float32Array(3 * sampleRate).fill(0.5)
    const speaker = voice({ 'So is a qubobabebix here.': [cut] })
    const { pieces, recordings } = await recorded(
      'One is here. [rate:1.5][voice:x]So is a [say:cat|kæt] here.',
      speaker,
    )
    expect(speaker.asked).toEqual([
      { text: 'One is here. ', rate: 1 },
      { text: 'So is a qubobabebix here.', rate: 1.5, voiceId: 'x' },
      { text: 'So is a qubobabebix here.', rate: 1.5, voiceId: 'x' },
    ])
    expect(pieces.map(({ text }) => text)).toEqual(['One is here.', 'So is a cat here.'])
    expect(recordings).toBe(3)
  })

  test('silences of marks are in it to the sample, at any tempo, and are no fault of the voice', async () => {
    const plain = await recorded('One is here. Two is here.', voice({}, { tempo: 1.25 }))
    const paused = await recorded(
      '[pause:1s]One is here. [pause:10s]Two is here.[pause:10s]',
      voice({}, { tempo: 1.25 }),
    )
    const natural = (80 * sampleRate) / 1_000 / 0.8
    const added = paused.samples.length - plain.samples.length + natural
    expect(added / sampleRate / 1.25).toBeCloseTo(21, 2)
    expect(paused.tempo).toBe(1.25)
  })

  test('parts of several rates have one tempo', async () => {
    const speaker = voice({}, { tempo: 1.25 })
    const { tempo, sampleRate: rate } = await recorded('One is here. [rate:2]Two is here.', speaker)
    expect({ tempo, rate }).toEqual({ tempo: 1, rate: sampleRate })
    expect(speaker.evened).toEqual([1, 2].map(() => ({ fromRate: sampleRate, sampleRate, tempo: 1.25 })))
  })

  test('parts of several voices have 24 kHz; those that have it already are left as they are', async () => {
    const text = 'One is here. [voice:x]Two is here.'
    const speaker = voice()
    expect((await recorded(text, speaker)).sampleRate).toBe(24_000)
    expect(speaker.evened).toEqual([1, 2].map(() => ({ fromRate: sampleRate, sampleRate: 24_000, tempo: 1 })))
    const alike = voice({}, { samples: tone(3, 24_000), sampleRate: 24_000 })
    await recorded(text, alike)
    expect(alike.evened).toEqual([])
  })

  test.each(['One is here. [pause:1s]Two is here.', 'One is here. [rate:2]Two is here.'])(
    'where neither rate nor tempo differs, the engine is not asked: %s',
    async (text) => {
      const speaker = voice()
      await recorded(text, speaker)
      expect(speaker.evened).toEqual([])
    },
  )

  test('a fault of the engine is that of the recording', async () => {
    const ended = new VendorError('transient', 'engine_ended', 'Ended')
    const failing = { ...voice(), even: async () => Promise.reject(ended) }
    await expect(recorded('One is here. [voice:x]Two is here.', failing)).rejects.toBe(ended)
  })

  test('a sign without a word between two marks is left out, and the silence before it is not; a text of such signs is nothing to speak', async () => {
    const nothing = () => new VendorError('permanent', 'nothing_to_speak', 'Nothing')
    const silent = voice()
    const speaker: typeof silent = {
      ...silent,
      async *speak(utterance) {
        if (!/\p{L}/u.test(utterance.text)) throw nothing()
        yield* silent.speak(utterance)
      },
    }
    const { pieces } = await recorded('One is here. [rate:2]+[rate:1] Two is here.', speaker)
    expect(pieces.map(({ text }) => text)).toEqual(['One is here.', 'Two is here.'])
    const paused = await recorded('One is here. [pause:2s]+[pause:1s] Two is here.', speaker)
    const [one, two] = paused.pieces
    expect((two?.startMs ?? 0) - (one?.endMs ?? 0)).toBeGreaterThan(3_000)
    await expect(recorded('[rate:2]+', speaker)).rejects.toMatchObject({ code: 'nothing_to_speak' })
  })
})
