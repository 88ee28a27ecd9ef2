import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as pause } from 'node:timers/promises'
import { isStoredForm, storedForm } from '@utter/contracts/sound-formats'
import { callHeaders } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'
import { serviceUnavailable } from '@utter/http/problem'

/** Until speech begins its answer. */
const answerMs = 5_000
/** The same where it makes another form first: the longest text takes ten seconds, after those of others. */
const formMs = 60_000
const askAgainMs = 500

export type SpeechClient = ReturnType<typeof createSpeechClient>

/** Calls to speech, for sounds that jobs itself answers with. */
export function createSpeechClient(baseUrl: string, signer: IdentitySigner) {
  /** Asks until an answer begins, within these ms; `signal` ends its transfer too. @throws when it does not */
  async function begun(path: string, signal: AbortSignal, ms: number, range = ''): Promise<Response> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error('speech did not answer')), ms)
    const ends = AbortSignal.any([signal, late.signal])
    const headers = () => ({ ...callHeaders('speech', signer), ...(range && { range }) })
    const ask = () => fetch(new URL(path, baseUrl), { headers: headers(), signal: ends })
    try {
      let response = await ask()
      // The account's share of what is made at once is taken: by other requests of its own.
      while (response.status === 429) {
        await response.body?.cancel()
        await pause(askAgainMs, undefined, { signal: ends })
        response = await ask()
      }
      return response
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    /**
     * The sound of a job while it is spoken, from its beginning; undefined where it cannot be heard. It breaks off where the recording does.
     * @param signal ends the transfer
     * @param form one of `liveFormats`; mp3, if not given
     */
    async live(jobId: string, signal: AbortSignal, form = storedForm): Promise<Readable | undefined> {
      const query = isStoredForm(form) ? '' : `?format=${form.format}&tempo=${form.tempo}`
      try {
        return await soundIn(await begun(`/internal/live/${encodeURIComponent(jobId)}${query}`, signal, answerMs))
      } catch {
        // Its file can still be waited for.
        return undefined
      }
    },
    /**
     * The sound of a spoken job; undefined when there is none any more.
     * @param signal ends the transfer
     * @param form the stored mp3, if not given
     * @throws Problem 503 when speech is unavailable
     */
    async sound(jobId: string, signal: AbortSignal, form = storedForm): Promise<Readable | undefined> {
      const another = isStoredForm(form) ? '' : `/${form.format}?tempo=${form.tempo}`
      const path = `/internal/audio/${encodeURIComponent(jobId)}${another}`
      try {
        return await soundIn(await begun(path, signal, another ? formMs : answerMs))
      } catch (error) {
        throw serviceUnavailable(error)
      }
    },
    /**
     * Bytes of the stored mp3 of a spoken job, the last one included; undefined when there is none any more.
     * @param signal ends the transfer
     * @throws Problem 503 when speech is unavailable
     */
    async bytes(jobId: string, signal: AbortSignal, { start, end }: { start: number; end: number }) {
      const path = `/internal/audio/${encodeURIComponent(jobId)}`
      try {
        return await soundIn(await begun(path, signal, answerMs, `bytes=${start}-${end}`))
      } catch (error) {
        throw serviceUnavailable(error)
      }
    },
  }
}

/** The sound of an answer; undefined for a 404. @throws Error for any other */
async function soundIn(response: Response): Promise<Readable | undefined> {
  if (response.ok && response.body) return Readable.fromWeb(response.body as ReadableStream<Uint8Array>)
  await response.body?.cancel()
  if (response.status === 404) return undefined
  throw new Error(`speech answered with ${response.status}`)
}
