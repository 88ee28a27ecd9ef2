import { VendorError } from '@utter/contracts/vendor-error'
import { type Clock, systemClock } from '@utter/runtime/clock'
import { unlessAborted } from '@utter/worker/deadline'
import { samplesOfPcm } from '../audio/pcm.ts'
import { invalidVoice } from '../domain/find-voice.ts'
import type { SpeechProvider, Voice } from '../domain/voice.ts'
import { wordsOfCharacters } from '../domain/words/character-times.ts'
import { createElevenLabsApi } from './elevenlabs-api.ts'
import { isThird, ownSpeed, settingsOfElevenLabs, voiceOfElevenLabs } from './elevenlabs-voice.ts'
import { type Context, speakPassages } from './outside/speak-passages.ts'
import { createCatalog } from './outside/vendor-catalog.ts'
import { cutOff } from './outside/vendor-failures.ts'
import { freely, type VendorPace } from './outside/vendor-pace.ts'

export type ElevenLabsOptions = {
  apiKey: string
  model?: string
  /** The voice that is `default`; the first premade one when not given. */
  voiceId?: string | undefined
  baseURL?: string | undefined
  /** The longest time without a byte, in ms. */
  idleMs?: number
  pace?: VendorPace
  clock?: Clock
}

const sampleRate = 24_000

/**
 * ElevenLabs by its HTTP API; its own client would take 162 MB and seconds to load. All four settings act, on the third model
 * stability alone. Listed for everybody are the premade voices and the one that is `default`; `find` knows the account's others.
 * No retries: the worker retries.
 */
export function openElevenLabs({
  apiKey,
  model = 'eleven_multilingual_v2',
  voiceId: defaultId,
  baseURL = 'https://api.elevenlabs.io',
  idleMs = 30_000,
  pace = freely,
  clock = systemClock,
}: ElevenLabsOptions): SpeechProvider {
  const api = createElevenLabsApi({ apiKey, baseURL, idleMs, clock })
  const closing = new AbortController()

  const find = async (voiceId: string): Promise<Voice | undefined> => {
    // Another form of id would be another path.
    if (!/^[\w-]{1,200}$/.test(voiceId)) return undefined
    return api.voice(voiceId).then(
      (voice) => voiceOfElevenLabs(voice, model),
      (error: unknown) => {
        if (error instanceof VendorError && ['invalid_voice', 'speech_request_refused'].includes(error.code))
          return undefined
        throw error
      },
    )
  }
  const voices = async (): Promise<Voice[]> => {
    const listed = (await api.voices())
      .filter(({ category, voice_id }) => category === 'premade' || voice_id === defaultId)
      .map((voice) => voiceOfElevenLabs(voice, model))
    const own = defaultId && !listed.some(({ id }) => id === defaultId) ? await find(defaultId) : undefined
    const all = own ? [own, ...listed] : listed
    return all.map((voice) => (voice.id === (defaultId ?? all[0]?.id) ? { ...voice, aliases: ['default'] } : voice))
  }
  const catalog = createCatalog({ voices, find })

  return {
    name: 'elevenlabs',
    voices: catalog.voices,
    find: (voiceId, { signal }) => unlessAborted(catalog.find(voiceId), signal),
    check: async () => void (await catalog.voices()),
    async *speak(request, options) {
      const { voiceId, settings, normalization, seed, language, isTimed = false } = request
      const signal = AbortSignal.any([options.signal, closing.signal])
      signal.throwIfAborted()
      const voice = await unlessAborted(catalog.find(voiceId), signal)
      if (!voice) throw invalidVoice()
      const body = {
        model_id: model,
        voice_settings: settingsOfElevenLabs(settings, model),
        ...(seed !== undefined && { seed }),
        ...(normalization && { apply_text_normalization: normalization }),
      }
      const speak = async (passage: string, context: Context) => {
        const given = { ...body, text: passage, ...(isThird(model) ? {} : contextOf(context)) }
        const { pcm, times } = await pace((paced) => api.speech(voice.id, given, { signal: paced, isTimed }), signal)
        if (pcm.byteLength % 2 === 1) throw cutOff(new Error('The sound ends within a sample'))
        const samples = samplesOfPcm(pcm)
        const soundMs = (samples.length * 1_000) / sampleRate
        const words = wordsOfCharacters(times, { text: passage, language: language ?? voice.language, soundMs })
        return { samples, sampleRate, ...(words && { words }) }
      }
      const { speed = 1 } = settings
      yield* speakPassages(request, speak, { tempo: speed / ownSpeed(speed, model) })
    },
    close: async () => closing.abort(new VendorError('transient', 'voice_failed', 'The voice was closed')),
  }
}

const contextOf = ({ before, after }: Context) => ({
  ...(before && { previous_text: before }),
  ...(after && { next_text: after }),
})
