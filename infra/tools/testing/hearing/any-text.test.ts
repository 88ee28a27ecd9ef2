import { ttsDefaults } from '@utter/contracts/jobs'
import { VendorError } from '@utter/contracts/vendor-error'
import { readSettings } from '@utter/local/settings'
import { mustSpeak } from '@utter/speech/domain/language-gate'
import { record } from '@utter/speech/domain/recording'
import { speechLimitMs } from '@utter/speech/domain/speech-limit'
import { piperMaxRssBytes } from '@utter/speech/engines/piper/open-piper'
import { kokoroMaxRssBytes } from '@utter/speech/providers/kokoro'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { afterAll, expect, test } from 'vitest'
import { hostileTexts, randomTexts } from './any-texts.ts'
import { maxChildRssBytes } from './child-memory.ts'
import { openVoices } from './open-voices.ts'

const minutes = 60_000
const plain = 'The boats came in before the rain, and an old man counted the crates twice.'
/** Time beside that of its characters: the silence around a text, and the least that a letter alone takes. */
const moreSeconds = 4

/** Texts for a quick voice, another number by `TEXTS`. A natural one takes ten times as long for each. */
const count = Number(process.env.TEXTS ?? 1_000)
const quick = { maxBytes: piperMaxRssBytes, random: count, hostile: count / 5 }
const natural = { maxBytes: kokoroMaxRssBytes, random: count / 20, hostile: count / 50 }
const voicesToTry = [
  { voiceId: 'joe', ...quick },
  { voiceId: 'slt', ...quick },
  { voiceId: 'greta', ...quick },
  { voiceId: 'af_heart', ...natural },
  { voiceId: 'ef_dora', ...natural },
]

const voices = await closedAfterAll(openVoices({ ...readSettings(process.env), report: console.log }))
const all = await voices.voices()
const lines: string[] = []
afterAll(() => console.log(lines.join('\n')))

/** `ms`: the longest time without a piece. */
type Outcome = { text: string; end: string; seconds: number; ms: number }

/** A text as a job would be spoken, or the code of its refusal. */
async function speak(voiceId: string, text: string): Promise<Outcome> {
  const voice = all.find(({ id }) => id === voiceId)
  if (!voice) throw new Error(`No voice ${voiceId}`)
  const outcome = { text, end: 'spoken', seconds: 0, ms: 0 }
  const signal = AbortSignal.timeout(30 * minutes)
  async function* speakIt(piece: string) {
    let sinceMs = performance.now()
    for await (const chunk of voices.speak({ text: piece, voiceId, settings: ttsDefaults }, { signal })) {
      outcome.ms = Math.max(outcome.ms, performance.now() - sinceMs)
      sinceMs = performance.now()
      yield chunk
    }
  }
  try {
    mustSpeak(voice, { text })
    const { samples, sampleRate } = await record(speakIt, { text, onDone: () => {} })
    outcome.seconds = samples.length / sampleRate
  } catch (error) {
    if (!(error instanceof VendorError) || error.kind !== 'permanent')
      throw new Error(JSON.stringify(text), { cause: error })
    outcome.end = error.code
  }
  return outcome
}

/** Speaks all of them in turn. @returns each end and the largest memory of an engine */
async function speakAll(voiceId: string, texts: string[]): Promise<{ outcomes: Outcome[]; maxBytes: number }> {
  const outcomes: Outcome[] = []
  let maxBytes = 0
  for (const text of texts) {
    outcomes.push(await speak(voiceId, text))
    maxBytes = Math.max(maxBytes, maxChildRssBytes())
  }
  const ends = Object.entries(Object.groupBy(outcomes, ({ end }) => end)).map(([end, some]) => `${end} ${some?.length}`)
  const longest = Math.max(...outcomes.map(({ ms }) => ms))
  lines.push(`${voiceId}: ${ends.join(', ')}; at most ${Math.round(longest)} ms and ${Math.round(maxBytes / 1e6)} MB`)
  return { outcomes, maxBytes }
}

test.each(voicesToTry)(
  '$random random texts: $voiceId speaks each in three times the time of plain words at most, or refuses it',
  { timeout: 60 * minutes },
  async ({ voiceId, random }) => {
    const { seconds } = await speak(voiceId, plain)
    const secondsPerCharacter = seconds / plain.length
    const { outcomes } = await speakAll(voiceId, randomTexts(random))
    const long = outcomes.filter(
      (one) => one.seconds > moreSeconds + 3 * secondsPerCharacter * one.text.normalize('NFKC').length,
    )
    expect(long).toEqual([])
    expect(outcomes.filter(({ end }) => end === 'spoken').length).toBeGreaterThan(random / 10)
  },
)

test.each(voicesToTry)(
  '$hostile hostile texts hold $voiceId no longer than their characters allow, and its engine stays within its memory',
  { timeout: 60 * minutes },
  async ({ voiceId, hostile, maxBytes }) => {
    const { outcomes, maxBytes: held } = await speakAll(voiceId, hostileTexts(hostile))
    expect(outcomes.filter(({ text, ms }) => ms > speechLimitMs(text))).toEqual([])
    expect(held).toBeLessThan(maxBytes)
    // A row of consonants has no sound by Pico: it is left out, free.
    expect(outcomes.filter(({ end }) => end === 'voice_ran_on')).toEqual([])
  },
)
