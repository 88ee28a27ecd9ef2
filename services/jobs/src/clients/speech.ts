import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { callHeaders } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'
import { serviceUnavailable } from '@utter/http/problem'

/** Until speech begins its answer. */
const answerMs = 5_000

export type SpeechClient = ReturnType<typeof createSpeechClient>

/** Calls to speech, for the sounds of a batch. */
export function createSpeechClient(baseUrl: string, signer: IdentitySigner) {
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
        const response = await fetch(new URL(`/internal/audio/${encodeURIComponent(jobId)}`, baseUrl), {
          headers: callHeaders('speech', signer),
          signal: AbortSignal.any([signal, begun.signal]),
        })
        if (response.ok && response.body) return Readable.fromWeb(response.body as ReadableStream<Uint8Array>)
        await response.body?.cancel()
        if (response.status === 404) return undefined
        throw new Error(`speech answered with ${response.status}`)
      } catch (error) {
        throw serviceUnavailable(error)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
