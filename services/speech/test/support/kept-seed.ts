import { expect } from 'vitest'
import type { SpeechProvider } from '../../src/domain/voice.ts'
import { spoken } from './spoken.ts'

/** Expects a voice without noise of its own to speak the same samples, whatever the seed is. */
export async function expectSameSamples(provider: SpeechProvider, voiceId: string): Promise<void> {
  const take = async (seed?: number) =>
    (await spoken(provider, 'The boat came in at nine.', { voiceId, ...(seed !== undefined && { seed }) })).samples
  const first = await take()
  expect(first.length).toBeGreaterThan(10_000)
  for (const seed of [undefined, 7, 8]) expect(await take(seed)).toEqual(first)
}
