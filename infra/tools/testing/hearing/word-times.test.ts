import { ttsDefaults } from '@utter/contracts/jobs'
import { readSettings } from '@utter/local/settings'
import { timedWords, wordTimesOf } from '@utter/speech/domain/words/timed-words'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFolder } from '@utter/testing/open-folder'
import { afterAll, expect, test } from 'vitest'
import { openHearing } from './open-hearing.ts'
import { openVoices } from './open-voices.ts'
import { prepareWhisper } from './prepare-whisper.ts'
import { english, german, spanish } from './sentences.ts'
import { speakFile } from './speak-file.ts'

const options = { ...readSettings(process.env), report: console.log }
const { path: folder } = await closedAfterAll(openFolder())
const hearing = await closedAfterAll(openHearing(await prepareWhisper(options)))
const voices = await closedAfterAll(openVoices(options))
const lines: string[] = []
afterAll(() => console.log(lines.join('\n')))

const keyOf = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const ascending = (a: number, b: number) => a - b
const percentile = (sorted: number[], part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)

test.each([
  ['joe', english],
  ['af_heart', english],
  ['ef_dora', spanish],
  ['greta', german],
])('the words of %s begin about where Whisper hears them', async (voiceId, { code, sentences }) => {
  const errors: number[] = []
  let [words, told] = [0, 0]
  for (let at = 0; at < sentences.length; at += 2) {
    const text = sentences.slice(at, at + 2).join(' ')
    const { path, durationSeconds, pieces } = await speakFile(voices, { text, voiceId }, folder)
    const placed = { language: code, tempo: 1, leadMs: 0, durationMs: durationSeconds * 1_000 }
    const reckoned = wordTimesOf(timedWords(text, pieces, placed))
    const { words: heard } = await hearing.hear(path, code)
    words += reckoned.length
    told += reckoned.filter(({ estimated }) => !estimated).length
    // A word that was heard as another one says nothing of its time.
    if (heard.length !== reckoned.length) continue
    for (const [index, { word, start }] of reckoned.entries()) {
      const same = heard[index]
      if (same && keyOf(same.word) === keyOf(word)) errors.push((start - same.start) * 1_000)
    }
  }
  // Whisper takes a part of the pause before a word for the word: all are later than it hears them.
  const bias = percentile(errors.toSorted(ascending), 0.5)
  const spread = errors.map((error) => Math.abs(error - bias)).toSorted(ascending)
  const [median, most] = [percentile(spread, 0.5), percentile(spread, 0.9)]
  const compared = `${errors.length} of ${words} words compared, ${told} with times of the voice’s own`
  lines.push(`${voiceId}: ${compared}: ${bias} ms later, but for that ${median} ms off, 90 % within ${most} ms`)
  expect(errors.length).toBeGreaterThan(words / 2)
  expect(Math.abs(bias)).toBeLessThan(200)
  expect(median).toBeLessThan(100)
})

/** Sentences with silences inside of them. */
const halting = [
  'Yes, two, ten, cars, boats, and dogs, but, if you can, come, take, pick, go.',
  'First, buy bread, then, pay, and, at last, drink tea, please.',
]
/** A level below the loudest sample that is silence, how long one lasts at least, and the steps in which it is looked for. */
const [silentLevel, silenceMs, stepMs] = [0.02, 60, 5]

/** Milliseconds at which a sound begins behind a silence. */
function onsetsMs({ samples, sampleRate }: { samples: Float32Array; sampleRate: number }): number[] {
  const step = Math.round((sampleRate * stepMs) / 1_000)
  const loudest = (from: number) =>
    samples.subarray(from, from + step).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const levels = Array.from({ length: Math.ceil(samples.length / step) }, (_, index) => loudest(index * step))
  const silent = Math.max(...levels) * silentLevel
  const onsets: number[] = []
  let quietMs = 0
  for (const [index, level] of levels.entries()) {
    if (level >= silent && quietMs >= silenceMs) onsets.push(index * stepMs)
    quietMs = level < silent ? quietMs + stepMs : 0
  }
  return onsets
}

test.each(['joe', 'af_heart'])('the words of %s begin where their sound does, behind a silence', async (voiceId) => {
  const errors: number[] = []
  for (const text of [...english.sentences, ...halting]) {
    const signal = AbortSignal.timeout(120_000)
    for await (const chunk of voices.speak({ text, voiceId, settings: ttsDefaults, seed: 1 }, { signal }))
      for (const onsetMs of onsetsMs(chunk)) {
        const [nearest = Number.NaN] = (chunk.words ?? [])
          .map(({ startMs }) => startMs - onsetMs)
          .toSorted((one, other) => Math.abs(one) - Math.abs(other))
        // Farther off it is the closure of a consonant inside of a word.
        if (Math.abs(nearest) < 150) errors.push(nearest)
      }
  }
  const bias = percentile(errors.toSorted(ascending), 0.5)
  const median = percentile(errors.map(Math.abs).toSorted(ascending), 0.5)
  lines.push(`${voiceId}: ${errors.length} words behind a silence: ${bias} ms later than their sound, ${median} ms off`)
  expect(errors.length).toBeGreaterThan(20)
  expect(Math.abs(bias)).toBeLessThan(30)
  expect(median).toBeLessThan(30)
})
