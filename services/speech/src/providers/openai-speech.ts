import { VendorError } from '@utter/contracts/vendor-error'
import { type Clock, systemClock } from '@utter/runtime/clock'
import { vendorPauseOf } from '@utter/runtime/vendor-pause'
import { unlessAborted } from '@utter/worker/deadline'
import { APIConnectionTimeoutError, APIError, OpenAI } from 'openai'
import { hasManifest, samplesOfWav } from '../audio/wav.ts'
import { mustFind } from '../domain/find-voice.ts'
import type { SpeechProvider, SpokenPieceOfVoice } from '../domain/voice.ts'
import { listedVoices, openAiNames, voicesOfOpenAi } from './openai-voices.ts'
import { readSound } from './outside/read-sound.ts'
import { maxPassageLength, speakPassages } from './outside/speak-passages.ts'
import { callVendor } from './outside/vendor-call.ts'
import { createCatalog } from './outside/vendor-catalog.ts'
import { cutOff, refusedBy, tooSlow, unreachable, unreadable } from './outside/vendor-failures.ts'
import { freely, type VendorPace } from './outside/vendor-pace.ts'

export type OpenAiSpeechOptions = {
  /** Absent for a server that wants none. */
  apiKey?: string | undefined
  /** A server that speaks like OpenAI; OpenAI itself when not given. */
  baseURL?: string | undefined
  model?: string
  /** The ids of the voices; when not given those that the server lists, else OpenAI's. */
  voices?: string[] | undefined
  /** The longest time without a byte, in ms: with the wait for a slot less than a step has without progress. */
  idleMs?: number
  pace?: VendorPace
  clock?: Clock
}

const listMs = 10_000
/** Characters that a server on a small machine speaks in time, which sends nothing until all is spoken. */
const ownServerLength = 500
const noSuchModel: [string, string] = ['speech_not_configured', 'The voice model does not exist at its address']

/**
 * OpenAI, or any server with its `POST /audio/speech`. It asks for a WAV, since the other plain form does not name its rate. The four settings have no
 * counterpart. No driver retries: the worker retries.
 */
export function openOpenAiSpeech({
  apiKey,
  baseURL,
  model = 'gpt-4o-mini-tts',
  voices: given,
  idleMs = 50_000,
  pace = freely,
  clock = systemClock,
}: OpenAiSpeechOptions): SpeechProvider {
  // The client reads its own environment for absent options, and refuses an empty key: hence a placeholder for no key.
  const client = new OpenAI({
    apiKey: apiKey || 'none',
    baseURL: baseURL || null,
    maxRetries: 0,
    timeout: idleMs,
    logLevel: 'off',
    fetchOptions: { redirect: 'error' },
  })
  const maxLength = baseURL ? ownServerLength : maxPassageLength
  const closing = new AbortController()
  const failureOf = (error: unknown) => openAiFailure(error, clock.now())

  /** The answer of a path; undefined where there is none. */
  const read = async (path: string): Promise<unknown> => {
    const limits = { signal: AbortSignal.timeout(listMs), idleMs: listMs }
    try {
      return await callVendor(limits, (signal) => client.get<unknown>(path, { signal }), failureOf)
    } catch (error) {
      if (error instanceof VendorError && error.sentence === noSuchModel[1]) return undefined
      throw error
    }
  }
  const catalog = createCatalog({
    voices: async () =>
      voicesOfOpenAi(
        given ?? (baseURL ? listedVoices(await read('/audio/voices')) : undefined) ?? openAiNames(model),
        model,
      ),
    find: async () => undefined,
  })
  const request = (input: string, voice: string, outer: AbortSignal): Promise<SpokenPieceOfVoice> =>
    callVendor(
      { signal: outer, idleMs },
      async (signal, deadline) => {
        const body = { model, input, voice, response_format: 'wav' as const }
        const wav = await readSound(await client.audio.speech.create(body, { signal }), deadline)
        try {
          return { ...samplesOfWav(wav), ...(hasManifest(wav) && { vendorMark: 'c2pa' as const }) }
        } catch (error) {
          throw /ends before/.test(String(error)) ? cutOff(error) : unreadable(error)
        }
      },
      failureOf,
    )

  return {
    name: 'openai',
    voices: catalog.voices,
    // A cheap request, which servers without such a path answer as well by 404.
    check: async () => void (await read('/models')),
    async *speak(asked, { signal: outer }) {
      const { voiceId, settings } = asked
      const signal = AbortSignal.any([outer, closing.signal])
      signal.throwIfAborted()
      const { id } = mustFind(await unlessAborted(catalog.voices(), signal), voiceId)
      // Not every model heeds a speed that it is given, and none says so.
      const options = { maxLength, tempo: settings.speed ?? 1 }
      yield* speakPassages(asked, (passage) => pace((paced) => request(passage, id, paced), signal), options)
    },
    close: async () => closing.abort(new VendorError('transient', 'voice_failed', 'The voice was closed')),
  }
}

function openAiFailure(error: unknown, now: Date): VendorError {
  if (error instanceof APIConnectionTimeoutError) return tooSlow()
  if (!(error instanceof APIError) || error.status === undefined) return unreachable(error)
  const { status, code, headers } = error
  const retryAfterMs = headers ? vendorPauseOf(headers, now) : undefined
  return refusedBy({ vendor: 'OpenAI', status, reason: code ?? undefined, retryAfterMs, notFound: noSuchModel })
}
