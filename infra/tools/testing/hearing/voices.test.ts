import { readSettings } from '@utter/local/settings'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFolder } from '@utter/testing/open-folder'
import { afterAll, expect, test } from 'vitest'
import { type MeasuredVoice, measure } from './measure.ts'
import { openHearing } from './open-hearing.ts'
import { openVoices } from './open-voices.ts'
import { prepareWhisper } from './prepare-whisper.ts'
import { spanish } from './sentences.ts'
import { misheardOf, tableOf } from './table.ts'
import { judged, reported } from './voices-to-hear.ts'
import { rateOf } from './word-errors.ts'

/** Sentences that may be taken for a neighbour's language: Whisper base took one of Spanish by both voices for Italian. */
const maxForeign = 1

const options = { ...readSettings(process.env), report: console.log }
const { path: folder } = await closedAfterAll(openFolder())
const hearing = await closedAfterAll(openHearing(await prepareWhisper(options)))
const voices = await closedAfterAll(openVoices(options))
const parts = { voices, hearing, folder }

const all: MeasuredVoice[] = []
afterAll(() => console.log([tableOf(all), misheardOf(all)].join('\n\n')))

test.each(judged)('$voiceId is understood in $language.name, and its language is found out', async (voice) => {
  const measured = await measure(voice, parts)
  all.push(measured)
  const { sentences, language } = measured
  const foreign = sentences.filter((one) => one.language !== language.code)
  expect.soft(foreign.length, misheardOf([measured])).toBeLessThanOrEqual(maxForeign)
  expect.soft(rateOf(sentences.map(({ errors }) => errors)), misheardOf([measured])).toBeLessThanOrEqual(voice.maxRate)
})

test.each(reported)('$voiceId is heard in $language.name in every sentence', async (voice) => {
  const measured = await measure(voice, parts)
  all.push(measured)
  expect(measured.sentences.filter(({ heard }) => !/\p{L}/u.test(heard))).toEqual([])
})

test('Whisper does not take for right what is spoken by the rules of another language', async () => {
  const { sentences } = await measure({ voiceId: 'joe', language: spanish }, parts)
  expect(rateOf(sentences.map(({ errors }) => errors))).toBeGreaterThan(0.3)
})
