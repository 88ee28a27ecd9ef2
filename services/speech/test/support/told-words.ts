import { ttsDefaults } from '@utter/contracts/jobs'
import { expect } from 'vitest'
import type { SpeechProvider } from '../../src/domain/voice.ts'

/** Expects a voice to tell when each word of a short text is heard: one after the other, inside of the sound, none in the pause of a comma. */
export async function expectToldWords({ speak }: Pick<SpeechProvider, 'speak'>, voiceId: string): Promise<void> {
  const request = { text: 'Good morning, dear friends.', voiceId, settings: ttsDefaults }
  for await (const { words = [], samples, sampleRate } of speak(request, { signal: AbortSignal.timeout(60_000) })) {
    expect(words).toHaveLength(8)
    expect(words).toEqual(words.toSorted((a, b) => a - b))
    const [start = 0, , , beforeComma = 0, behindComma = 0] = words
    expect(start).toBeGreaterThanOrEqual(0)
    expect(words.at(-1)).toBeLessThanOrEqual((samples.length * 1_000) / sampleRate)
    expect(behindComma).toBeGreaterThan(beforeComma)
    for (let at = 0; at < words.length; at += 2) expect((words[at + 1] ?? 0) - (words[at] ?? 0)).toBeGreaterThan(50)
  }
  expect.hasAssertions()
}
