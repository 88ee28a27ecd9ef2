import { eventually } from '@utter/testing/eventually'
import { describe, expect, test } from 'vitest'
import type { HeardPiece, LiveSounds, Speaker } from '../../src/domain/live/live-sound.ts'
import type { Mastering } from '../../src/engines/mastering.ts'
import { type Heard, speakLive } from '../../src/lifecycle/speak-live.ts'

const piece = (loudness: number, take?: string) => ({
  ...{ samples: new Float32Array([loudness]), sampleRate: 8_000, tempo: 1 },
  said: { text: `of ${loudness}`, startMs: 0, endMs: 1 },
  ...(take !== undefined && { take }),
})

/** The delay of a codec. */
const lateMs = 23

/** A live sound of a job, and what came of it. */
function openLive({
  failsAt,
  heard,
  by = 'step',
}: {
  failsAt?: 'begin' | 'add' | 'master'
  heard?: HeardPiece[]
  by?: Speaker
} = {}) {
  const seen: string[] = []
  const fail = (place: string) => {
    if (place === failsAt) throw new Error(`${place} is unavailable`)
  }
  let recording = 0
  const soundOf = (name: string) => ({
    async add(frames: Uint8Array) {
      fail('add')
      seen.push(`add ${frames} ${name}`)
    },
    end: async () => void seen.push(`end ${name}`),
    breakOff: async () => void seen.push(`break off ${name}`),
    leave: () => void seen.push(`leave ${name}`),
  })
  const liveSounds: Pick<LiveSounds, 'begin' | 'takeOver'> = {
    takeOver: async (jobId) => heard && { sound: soundOf(`${jobId} ahead`), pieces: heard },
    async begin(jobId, userId) {
      fail('begin')
      const name = `${jobId} ${userId} ${++recording}`
      seen.push(`begin ${name}`)
      return soundOf(name)
    },
  }
  const mastering: Pick<Mastering, 'masterPiece'> = {
    async masterPiece({ samples }, { gainDb }) {
      fail('master')
      const loudness = samples[0] ?? 0
      return { frames: Buffer.from(`${loudness} after ${gainDb}`), gainDb: loudness, lateMs, ms: 2_400 }
    },
  }
  const { signal } = new AbortController()
  const onAudible = () => void seen.push('audible')
  const places: (number | string)[][] = []
  const onHeard = ({ pieces, goesOn }: Heard) =>
    void places.push([
      ...pieces.flatMap(({ text, startMs, words = [] }) => [text, Math.round(startMs), words.length]),
      goesOn ? 'and so on' : 'and no more',
    ])
  const live = speakLive({ liveSounds, mastering }, { jobId: 'j', userId: 'u', by }, { signal, onAudible, onHeard })
  return { live, seen, places }
}

test('pieces follow one another, each with the gain of the one before, and the sound is told once it can be heard', async () => {
  const { live, seen } = openLive()
  live.begin()
  live.add(piece(2))
  live.add(piece(3))
  live.end()
  await eventually('it ends', () => seen.includes('end j u 1'))
  expect(seen).toEqual(['begin j u 1', 'add 2 after undefined j u 1', 'audible', 'add 3 after 2 j u 1', 'end j u 1'])
})

test('another recording breaks the one before off, and is told as well', async () => {
  const { live, seen } = openLive()
  live.begin()
  live.add(piece(2))
  live.begin()
  live.add(piece(3))
  live.breakOff()
  await eventually('it is over', () => seen.includes('break off j u 2'))
  expect(seen).toEqual([
    ...['begin j u 1', 'add 2 after undefined j u 1', 'audible', 'break off j u 1'],
    ...['begin j u 2', 'add 3 after undefined j u 2', 'audible', 'break off j u 2'],
  ])
})

test.each([
  ['begin', []],
  ['add', ['begin j u 1', 'break off j u 1']],
  ['master', ['begin j u 1', 'break off j u 1']],
] as const)('a failure at %s ends the live sound, and nothing is told', async (failsAt, expected) => {
  const { live, seen } = openLive({ failsAt })
  live.begin()
  live.add(piece(2))
  live.add(piece(3))
  live.end()
  await eventually('it is given up', () => seen.length === expected.length)
  expect(seen).toEqual(expected)
})

test('pieces that were heard while the reply was written are not heard again, and the rest follows at their loudness', async () => {
  const heard = [
    { take: 'a', gainDb: 2 },
    { take: 'b', gainDb: 5 },
  ]
  const { live, seen } = openLive({ heard })
  live.begin()
  for (const one of [piece(1, 'a'), piece(1, 'b'), piece(4)]) live.add(one)
  live.end()
  await eventually('it ends', () => seen.includes('end j ahead'))
  expect(seen).toEqual(['add 4 after 5 j ahead', 'end j ahead'])
})

test.each([
  ['another take', [piece(1, 'a'), piece(3, 'c'), piece(4)]],
  ['a piece that was spoken anew', [piece(1, 'a'), piece(3), piece(4)]],
])('%s in place of what was heard is another recording, with all that came before', async (_, pieces) => {
  const { live, seen } = openLive({ heard: [{ take: 'a' }, { take: 'b' }] })
  live.begin()
  for (const one of pieces) live.add(one)
  live.end()
  await eventually('it ends', () => seen.includes('end j u 1'))
  expect(seen).toEqual([
    ...['break off j ahead', 'begin j u 1', 'add 1 after undefined j u 1', 'audible'],
    ...['add 3 after 1 j u 1', 'add 4 after 3 j u 1', 'end j u 1'],
  ])
})

test('more was heard than is spoken: it is broken off', async () => {
  const { live, seen } = openLive({ heard: [{ take: 'a' }, { take: 'b' }] })
  live.begin()
  live.add(piece(1, 'a'))
  live.end()
  await eventually('it is over', () => seen.length > 0)
  expect(seen).toEqual(['break off j ahead'])
})

test('the recording of another voice goes on with nothing that was heard', async () => {
  const { live, seen } = openLive({ heard: [{ take: 'a' }] })
  live.begin()
  live.begin()
  live.add(piece(1, 'a'))
  live.leave()
  await eventually('it is left', () => seen.includes('leave j u 1'))
  expect(seen).toEqual(['break off j ahead', 'begin j u 1', 'add 1 after undefined j u 1', 'audible', 'leave j u 1'])
})

test('a reply that is spoken ahead goes on with nothing that was heard before', async () => {
  const { live, seen } = openLive({ heard: [{ take: 'a' }], by: 'ahead' })
  live.begin()
  live.add(piece(1, 'a'))
  live.leave()
  await eventually('it is left', () => seen.includes('leave j u 1'))
  expect(seen).toEqual(['begin j u 1', 'add 1 after undefined j u 1', 'audible', 'leave j u 1'])
})

describe('the place of a piece in the sound', () => {
  const said = (text: string, startMs: number) => ({
    ...piece(1),
    tempo: 2,
    said: { text, startMs, endMs: 90, words: [{ startMs, endMs: 90, phonemes: [] }] },
  })
  test('is behind those that can be heard before it, at the tempo of the sound', async () => {
    const { live, places } = openLive()
    live.begin()
    live.add(said('One.', 20))
    live.add(said('Two.', 40))
    live.end()
    await eventually('it ends', () => places.at(-1)?.at(-1) === 'and no more')
    expect(places).toEqual([
      ['One.', lateMs + 10, 1, 'and so on'],
      ['One.', lateMs + 10, 1, 'Two.', lateMs + 2_400 + 20, 1, 'and so on'],
      ['One.', lateMs + 10, 1, 'Two.', lateMs + 2_400 + 20, 1, 'and no more'],
    ])
  })

  test('is behind those that were heard while the reply was written', async () => {
    const heard = [{ take: 'a', ms: 1_000, lateMs }]
    const { live, places } = openLive({ heard })
    live.begin()
    live.add({ ...said('One.', 20), take: 'a' })
    live.add(said('Two.', 40))
    live.end()
    await eventually('it ends', () => places.at(-1)?.at(-1) === 'and no more')
    const both = ['One.', lateMs + 10, 1, 'Two.', lateMs + 1_000 + 20, 1]
    expect(places).toEqual([
      [...both, 'and so on'],
      [...both, 'and no more'],
    ])
  })

  test('is not known behind those of which another version noted no length', async () => {
    const { live, seen, places } = openLive({ heard: [{ take: 'a' }] })
    live.begin()
    live.add({ ...said('One.', 20), take: 'a' })
    live.add(said('Two.', 40))
    live.end()
    await eventually('it ends', () => seen.includes('end j ahead'))
    expect(places).toEqual([])
  })
})
