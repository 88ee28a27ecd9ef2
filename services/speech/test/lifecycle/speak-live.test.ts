import { eventually } from '@utter/testing/eventually'
import { expect, test } from 'vitest'
import type { LiveSounds } from '../../src/domain/live-sound.ts'
import type { Mastering } from '../../src/engines/mastering.ts'
import { speakLive } from '../../src/lifecycle/speak-live.ts'

const piece = (loudness: number) => ({ samples: new Float32Array([loudness]), sampleRate: 8_000, tempo: 1 })

/** A live sound of a job, and what came of it. */
function openLive({ failsAt }: { failsAt?: 'begin' | 'add' | 'master' } = {}) {
  const seen: string[] = []
  const fail = (place: string) => {
    if (place === failsAt) throw new Error(`${place} is unavailable`)
  }
  let recording = 0
  const liveSounds: LiveSounds = {
    find: async () => undefined,
    async begin(jobId, userId) {
      fail('begin')
      const name = `${jobId} ${userId} ${++recording}`
      seen.push(`begin ${name}`)
      return {
        async add(frames) {
          fail('add')
          seen.push(`add ${frames} ${name}`)
        },
        end: async () => void seen.push(`end ${name}`),
        breakOff: async () => void seen.push(`break off ${name}`),
      }
    },
  }
  const mastering: Pick<Mastering, 'masterPiece'> = {
    async masterPiece({ samples }, { gainDb }) {
      fail('master')
      const loudness = samples[0] ?? 0
      return { frames: Buffer.from(`${loudness} after ${gainDb}`), gainDb: loudness }
    },
  }
  const { signal } = new AbortController()
  const onAudible = () => void seen.push('audible')
  const live = speakLive({ liveSounds, mastering }, { jobId: 'j', userId: 'u' }, { signal, onAudible })
  return { live, seen }
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
