import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { serviceUnavailable } from '@utter/http/problem'
import type { Clock } from '@utter/runtime/clock'
import type { AudioAddresses } from '@utter/storage/audio-address'

/** Until speech begins its answer. */
const answerMs = 5_000

export type SpeechClient = ReturnType<typeof createSpeechClient>

/** Calls to speech, for the sounds of a batch: by signed addresses, as any client's. */
export function createSpeechClient(baseUrl: string, audio: AudioAddresses, clock: Clock) {
  return {
    /**
     * The mp3 of a spoken job; undefined when there is none any more.
     * @param signal ends the transfer
     * @throws Problem 503 when speech is unavailable
     */
    async sound(jobId: string, signal: AbortSignal): Promise<Readable | undefined> {
      const begun = new AbortController()
      const timer = setTimeout(() => begun.abort(new Error('speech did not answer')), answerMs)
      try {
        const response = await fetch(new URL(audio.sign(jobId, clock.now()), baseUrl), {
          signal: AbortSignal.any([signal, begun.signal]),
        })
        if (response.ok && response.body) return Readable.fromWeb(response.body as ReadableStream<Uint8Array>)
        await response.body?.cancel()
        // Speech tells nobody whether a job exists.
        if (response.status === 403 || response.status === 404) return undefined
        throw new Error(`speech answered with ${response.status}`)
      } catch (error) {
        throw serviceUnavailable(error)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
