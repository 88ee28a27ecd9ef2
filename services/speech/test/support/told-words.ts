import { ttsDefaults } from '@utter/contracts/jobs'
import { expect } from 'vitest'
import type { SpeechProvider } from '../../src/domain/voice.ts'

/**
 * Expects a voice to tell when each word of a short text is heard, one after the other, inside of the sound, none in the pause of a comma; and when each
 * phoneme of a word, from its beginning to its end.
 */
export async function expectToldWords({ speak }: Pick<SpeechProvider, 'speak'>, voiceId: string): Promise<void> {
  const request = { text: 'Good morning, judge of the 12.', voiceId, settings: ttsDefaults, seed: 7 }
  for await (const { words = [], samples, sampleRate } of speak(request, { signal: AbortSignal.timeout(60_000) })) {
    expect(words).toHaveLength(6)
    const times = words.flatMap(({ startMs, endMs }) => [startMs, endMs])
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times[0]).toBeGreaterThanOrEqual(0)
    expect(times.at(-1)).toBeLessThanOrEqual((samples.length * 1_000) / sampleRate)
    expect(words[2]?.startMs).toBeGreaterThan(words[1]?.endMs ?? 0)
    for (const { startMs, endMs } of words) expect(endMs - startMs).toBeGreaterThan(20)
    expect(words.map(({ phonemes }) => phonemes.map(({ phoneme }) => phoneme).join(' '))).toEqual([
      ...['ɡ ʊ d', 'm ɔː ɹ n ɪ ŋ', 'dʒ ʌ dʒ', 'ʌ v', 'ð ə', 't w ɛ l v'],
    ])
    for (const { startMs, endMs, phonemes } of words) {
      const ends = phonemes.map((phoneme) => phoneme.endMs)
      expect([startMs, ...ends]).toEqual([startMs, ...ends].toSorted((a, b) => a - b))
      expect(ends[0]).toBeGreaterThan(startMs)
      expect(ends.at(-1)).toBe(endMs)
    }
  }
  expect.hasAssertions()
}
