import { isDeepStrictEqual } from 'node:util'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { withFault, wordFaults } from '@utter/testing/faults/word-faults'
import { randomOf } from '@utter/testing/seeded-random'
import { expect, test } from 'vitest'
import { record } from '../../src/domain/recording.ts'
import { inOneArray } from '../../src/domain/samples.ts'
import { agree } from '../../src/domain/takes/agree.ts'
import { asControl } from '../../src/domain/takes/as-control.ts'
import type { SpokenChunk } from '../../src/domain/voice.ts'
import { openPiper } from '../../src/providers/piper.ts'
import { localVoiceDir, patience, usual } from '../support/local-voice.ts'

const joe = await closedAfterAll(openPiper({ dir: await localVoiceDir(), slots: 1 }))
const texts = [
  'My brother bought fresh bread, cheese and tomatoes at the market this morning.',
  'The committee will publish its final report at the end of next month.',
  'The patient must not take this medicine before a meal.',
  'Thousands of people gathered in the square to watch the fireworks.',
]

/** The same on each run, and the control of a take with another seed than the take's. */
async function takeOf(text: string, control?: number): Promise<SpokenChunk> {
  const request = { text, voiceId: 'joe', settings: usual, seed: control === undefined ? 7 : 8 }
  for await (const chunk of joe.speak(control === undefined ? request : asControl(request, control), patience()))
    return chunk
  throw new Error('The voice said nothing')
}

test('two takes of a sentence by a real voice agree, and one with a fault in a word does not agree with the other', async () => {
  const random = randomOf(7)
  const other = await takeOf('Nobody believed the photograph.')
  const made = new Set<string>()
  for (const [index, text] of texts.entries()) {
    const [take, control] = [await takeOf(text), await takeOf(text, 1)]
    expect.soft(agree(take, control), text).toBe(true)
    for (const fault of [wordFaults[index], wordFaults[(index + 3) % wordFaults.length]]) {
      const samples = fault && withFault(take, fault, { other, random, minMs: 150 })
      if (!samples) continue
      made.add(fault)
      expect.soft(agree({ ...take, samples }, control), `${fault}: ${text}`).toBe(false)
    }
  }
  expect([...made].toSorted()).toEqual(wordFaults.toSorted())
})

test('a sentence with a word left out is spoken again where it is checked by its words, and delivered whole', async () => {
  const [text = ''] = texts
  const random = randomOf(3)
  const other = await takeOf('Nobody believed it.')
  const takes: ('faulty' | 'whole' | 'control')[] = []
  const whole: Float32Array[] = []
  async function* speak(_: string, { control }: { control?: number | undefined } = {}) {
    const chunk = await takeOf(text, control)
    const isFaulty = takes.length === 0
    takes.push(control !== undefined ? 'control' : isFaulty ? 'faulty' : 'whole')
    const samples = isFaulty ? withFault(chunk, 'left out', { other, random, minMs: 200 }) : undefined
    if (takes.at(-1) === 'whole') whole.push(chunk.samples)
    yield samples ? { ...chunk, samples } : chunk
  }
  const byShape = await record(speak, { text, onDone: () => {} })
  expect(takes).toEqual(['faulty'])
  takes.length = 0
  const byWords = await record(speak, { text, onDone: () => {}, checkOf: () => 'control' })
  expect(takes.slice(0, 3)).toEqual(['faulty', 'control', 'whole'])
  const isWhole = async ({ samples }: typeof byWords) => {
    const said = await inOneArray(samples)
    return whole.some((one) => isDeepStrictEqual(one, said))
  }
  expect([await isWhole(byShape), await isWhole(byWords)]).toEqual([false, true])
})
