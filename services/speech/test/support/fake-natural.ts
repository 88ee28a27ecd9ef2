import { toneOf } from '@utter/testing/vendors/tone'
import type { SpeakRequest, SpeechProvider, SpokenChunk } from '../../src/domain/voice.ts'
import { aVoice } from './a-voice.ts'

const natural = (id: string, name: string, language: string, more: Partial<ReturnType<typeof aVoice>> = {}) =>
  aVoice(id, { name, language, provider: 'kokoro', model: 'kokoro-1', speedClass: 'natural', ...more })

export const naturalVoices = [
  natural('af_heart', 'Heart', 'en-US', { sex: 'female', aliases: ['default'] }),
  natural('am_michael', 'Michael', 'en-US', { sex: 'male' }),
  natural('bf_emma', 'Emma', 'en-GB', { sex: 'female' }),
  natural('bm_george', 'George', 'en-GB', { sex: 'male' }),
  natural('af_nova', 'Nova', 'en-US', { sex: 'female', aliases: ['nova'] }),
  natural('ef_dora', 'Dora', 'es-ES', { sex: 'female' }),
  aVoice('joe', { name: 'Joe', language: 'en-US', provider: 'piper' }),
]

/** This machine's voices, which speak tones; `requests` is what they were asked. `hold` has them wait for its promise. */
export function openFakeNatural() {
  const requests: SpeakRequest[] = []
  const state: { hold?: Promise<void> } = {}
  const provider: SpeechProvider = {
    name: 'local',
    voices: async () => naturalVoices,
    async *speak(request, { signal }): AsyncGenerator<SpokenChunk> {
      requests.push(request)
      await state.hold
      signal.throwIfAborted()
      const pcm = toneOf(request.text)
      const samples = Float32Array.from({ length: pcm.length / 2 }, (_, at) => pcm.readInt16LE(at * 2) / 32_768)
      yield { text: request.text, samples, sampleRate: 24_000, pauseMs: 0, done: 1 }
    },
    close: async () => {},
  }
  return { ...provider, requests, state }
}
