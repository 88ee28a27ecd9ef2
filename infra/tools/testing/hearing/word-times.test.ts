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
