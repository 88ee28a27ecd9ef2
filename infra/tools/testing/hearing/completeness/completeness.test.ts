import { ttsDefaults } from '@utter/contracts/jobs'
import { readSettings } from '@utter/local/settings'
import { record } from '@utter/speech/domain/recording'
import { asControl } from '@utter/speech/domain/takes/as-control'
import type { SpokenChunk } from '@utter/speech/domain/voice'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openVoices } from '../open-voices.ts'
import { missedFaults } from './missed-faults.ts'
import { completenessTexts } from './texts.ts'

const faults = 240

const options = { ...readSettings(process.env), report: console.log }
const voices = await closedAfterAll(openVoices(options))

type Spoken = { voiceId: string; text: string; first?: (chunk: SpokenChunk) => Float32Array | undefined }

/** A text as a job that is checked by its words has it spoken, by a voice whose first take has what `first` makes of it. */
async function spokenBy({ voiceId, text, first = () => undefined }: Spoken) {
  let takes = 0
  async function* speak(piece: string, { control }: { control?: number | undefined } = {}) {
    const request = { voiceId, settings: ttsDefaults, text: piece }
    const signal = AbortSignal.timeout(120_000)
    for await (const chunk of voices.speak(control === undefined ? request : asControl(request, control), { signal })) {
      const samples = takes++ === 0 ? first(chunk) : undefined
      yield samples ? { ...chunk, samples } : chunk
    }
  }
  const begun = performance.now()
  const { samples, sampleRate } = await record(speak, { text, onDone: () => {}, checkOf: () => 'control' })
  return { takes, wallSeconds: (performance.now() - begun) / 1_000, seconds: samples.length / sampleRate }
}

async function takeOf(voiceId: string, text: string): Promise<SpokenChunk> {
  const signal = AbortSignal.timeout(120_000)
  for await (const chunk of voices.speak({ voiceId, settings: ttsDefaults, text }, { signal })) return chunk
  throw new Error('The voice said nothing')
}

test('of 240 faults in a word 230 are found at least, by a fake provider on a real voice', {
  timeout: 3_600_000,
}, async () => {
  // A take that agreed with the first control was found to be whole.
  const takesOf = async (checked: Spoken) => (await spokenBy(checked)).takes
  const missed = await missedFaults(faults, { seed: 2_026, takeOf, takesOf, takesOfWhole: 2 })
  console.log(`faults found: ${faults - missed.length} of ${faults}`, missed)
  expect(faults - missed.length).toBeGreaterThanOrEqual(230)
})

test.each([
  ['joe', 100],
  ['af_heart', 12],
])('of clean sentences by %s at most one of a hundred is refused', { timeout: 3_600_000 }, async (voiceId, count) => {
  const [refused, again]: [string[], string[]] = [[], []]
  let [wallSeconds, seconds] = [0, 0]
  for (let turn = 0; turn < count; turn++) {
    const text = completenessTexts[turn % completenessTexts.length] ?? ''
    try {
      const spoken = await spokenBy({ voiceId, text })
      wallSeconds += spoken.wallSeconds
      seconds += spoken.seconds
      if (spoken.takes > 2) again.push(text)
    } catch {
      refused.push(text)
    }
  }
  console.log(
    `${voiceId}: ${refused.length} of ${count} refused, ${again.length} spoken again, ${(wallSeconds / seconds).toFixed(2)} s for a second of speech`,
    refused,
    again,
  )
  expect(refused.length).toBeLessThanOrEqual(1)
})
