import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SpeechProvider, Voice } from '../../src/domain/voice.ts'
import { sampleRequest } from '../../src/domain/voice-sample.ts'
import { voiceNames } from '../../src/domain/voice-versions.ts'
import { openAllVoices } from '../../src/providers/all-voices.ts'
import { openEspeak } from '../../src/providers/espeak.ts'
import { withVendors } from '../../src/providers/with-vendors.ts'
import { aVoice } from '../support/a-voice.ts'
import { openInstalledVoices } from '../support/local-voice.ts'
import { spoken } from '../support/spoken.ts'
import { timbreDistanceDb, voiceFigures } from '../support/voice-figures.ts'

/** Two takes of one voice differ by at most 1.01 and 0.9 dB; the nearest two of these voices by 1.11 and 2.7 dB. */
const leastPitchRatio = 1.08
const leastTimbreDb = 2

const openAiNames = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer', 'verse']
const parts = ['joe', 'slt', 'rms', 'awb']
const namesOf = ({ id, aliases }: Voice) => [id, ...aliases]

/** A vendor whose chunks name the voice that was requested. */
function vendor(name: string, ids: string[], aliases: string[] = []): SpeechProvider {
  return {
    name,
    voices: async () => ids.map((id) => aVoice(id, { provider: name, aliases })),
    async *speak({ voiceId }) {
      yield { text: `${name} ${voiceId}`, samples: new Float32Array(), sampleRate: 1, pauseMs: 0, done: 1 }
    },
    close: async () => {},
  }
}
async function speakerOf(voices: SpeechProvider, voiceId: string) {
  const { chunks } = await spoken(voices, 'Hello.', { voiceId })
  return chunks[0]?.text
}

test('the first vendor that has a voice speaks it, by its id and by each alias', async () => {
  const voices = await openAllVoices([
    vendor('better', ['joe']),
    vendor('plain', ['slt', 'rms']),
    vendor('last', ['stand-in'], parts),
  ])
  expect((await voices.voices()).map(namesOf)).toEqual([
    ['joe', 'alloy', 'verse', 'default'],
    ['slt', 'coral', 'nova', 'sage', 'shimmer'],
    ['rms', 'ash', 'echo', 'onyx'],
    ['stand-in', 'awb', 'ballad', 'fable'],
  ])
  expect(await speakerOf(voices, 'default')).toBe('better joe')
  expect(await speakerOf(voices, 'nova')).toBe('plain slt')
  expect(await speakerOf(voices, 'awb')).toBe('last stand-in')
  await expect(speakerOf(voices, 'nobody')).rejects.toMatchObject({ kind: 'permanent', code: 'invalid_voice' })
})

test('where joe and Pico’s voices are, flite’s are unlisted and speak on, by each of their names', async () => {
  const [joe, pico, flite] = [
    vendor('piper', ['joe']),
    vendor('pico', ['lucy']),
    vendor('flite', ['slt', 'rms', 'awb']),
  ]
  const unlisted = async (vendors: SpeechProvider[], defaultId?: string) => {
    const voices = await (await openAllVoices(vendors, defaultId)).voices()
    return voices.filter(({ isUnlisted }) => isUnlisted).map(({ id }) => id)
  }
  expect(await unlisted([joe, pico, flite])).toEqual(['slt', 'rms', 'awb'])
  for (const vendors of [
    [joe, flite],
    [pico, flite],
  ])
    expect(await unlisted(vendors)).toEqual([])
  expect(await unlisted([joe, pico, flite], 'rms')).toEqual(['slt', 'awb'])

  const all = await openAllVoices([joe, pico, flite])
  for (const [name, id] of [
    ['slt', 'slt'],
    ['onyx', 'rms'],
    ['fable', 'awb'],
  ] as const)
    expect(await speakerOf(all, name)).toBe(`flite ${id}`)
  const spoken = withVendors([all], { chosen: 'local', own: { find: async () => undefined } })
  expect(await speakerOf(spoken, 'slt')).toBe('flite slt')
  const names = voiceNames(await spoken.voices())
  expect([names.slt?.id, names.onyx?.id]).toEqual(['slt', 'rms'])
})

describe.each([
  ['with Piper and flite', openInstalledVoices, ['piper', 'flite', 'flite', 'flite']],
  ['without any download', () => openAllVoices([openEspeak()]), Array.from({ length: 4 }, () => 'espeak')],
])('%s', (_, open, providers) => {
  let voices: SpeechProvider
  beforeAll(async () => {
    voices = await open()
  }, 180_000)
  afterAll(() => voices.close())

  test('there are four voices, and each known id leads to one of them', async () => {
    const known = await voices.voices()
    expect(known.map(({ provider }) => provider)).toEqual(providers)
    const names = known.flatMap(namesOf)
    expect(names).toEqual(expect.arrayContaining(['default', ...parts, ...openAiNames]))
    expect(new Set(names).size).toBe(names.length)
    expect(known[0]?.aliases).toContain('default')
  })

  test('each of them sounds different from the others, in pitch and in timbre', async () => {
    const figures = await Promise.all(
      (await voices.voices()).map(async (voice) => {
        const { text, voiceId } = sampleRequest(voice)
        return { id: voice.id, ...voiceFigures(await spoken(voices, text, { voiceId, seed: 7 })) }
      }),
    )
    for (const [index, one] of figures.entries())
      for (const other of figures.slice(index + 1)) {
        const [low = 0, high = 0] = [one.pitchHz, other.pitchHz].sort((a, b) => a - b)
        const told = { pitch: high / low >= leastPitchRatio, timbre: timbreDistanceDb(one, other) >= leastTimbreDb }
        expect({ pair: `${one.id} ${other.id}`, ...told }).toEqual({
          pair: `${one.id} ${other.id}`,
          pitch: true,
          timbre: true,
        })
      }
  })
})
