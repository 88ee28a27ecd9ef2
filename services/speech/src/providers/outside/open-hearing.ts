import { VendorError } from '@utter/contracts/vendor-error'
import { createSemaphore } from '@utter/runtime/semaphore'
import type { Log } from '@utter/telemetry/log'
import { type Breaker, BreakerOpen } from '@utter/worker/breaker'
import { unlessAborted } from '@utter/worker/deadline'
import * as z from 'zod/mini'
import { wavOfSamples } from '../../audio/wav.ts'
import type { Hearing } from '../../domain/voice.ts'

export type HearingOptions = {
  /** Address with OpenAI's `POST /audio/transcriptions`. */
  baseURL: string
  /** Absent for a server that wants none. */
  apiKey?: string | undefined
  model?: string
  breaker: Breaker
  log: Log
  /** The longest time that a piece is held for it, in ms. */
  limitMs?: number
  /** Clips that this process has it hear at once. */
  maxConcurrent?: number
}

/** Far more than is said in the longest piece. */
const maxBytes = 100_000
const Transcription = z.object({ text: z.string().check(z.regex(/[\p{L}\p{N}]/u)) })

/** A transcriber of OpenAI's form. Failures, and answers that are no transcription, are undefined, and logged where the reason is another than before. */
export function createHearing({
  baseURL,
  apiKey,
  model = 'whisper-1',
  breaker,
  log,
  limitMs = 30_000,
  maxConcurrent = 4,
}: HearingOptions): Hearing {
  const address = `${baseURL.replace(/\/+$/, '')}/audio/transcriptions`
  const slots = createSemaphore(maxConcurrent)
  let failure: string | undefined
  const tell = (reason: string | undefined) => {
    if (reason === failure) return
    failure = reason
    if (reason === undefined) log.info('the transcriber hears again')
    else
      log.warn({ reason, address: new URL(baseURL).origin }, 'the transcriber does not hear: jobs are checked by shape')
  }
  return {
    model,
    async hear({ samples, sampleRate }, { language, signal }) {
      const limit = AbortSignal.timeout(limitMs)
      const ended = AbortSignal.any([signal, limit])
      const ask = async () => {
        const { bytes, type } = await bodyOf(wavOfSamples({ samples, sampleRate }), { model, language })
        const headers = { 'content-type': type, ...(apiKey && { authorization: `Bearer ${apiKey}` }) }
        // A redirect would take the key along.
        const init = { method: 'POST', headers, body: bytes, signal: ended, redirect: 'error' as const }
        return transcriptionIn(await fetch(address, init))
      }
      try {
        const release = await slots.acquire(ended)
        try {
          const text = await breaker.run(() =>
            unlessAborted(ask(), ended).catch((error: unknown) => refuse(error, { signal, limit })),
          )
          tell(undefined)
          return text
        } finally {
          release()
        }
      } catch (error) {
        signal.throwIfAborted()
        // An open circuit was told when it opened.
        if (!(error instanceof BreakerOpen))
          tell(error instanceof VendorError ? error.sentence : 'Too many wait for it')
        return undefined
      }
    },
  }
}

/** The form as bytes: one that is streamed leaves a rejection that nobody handles where its request is aborted (undici of Node 20). */
async function bodyOf(
  wav: Uint8Array<ArrayBuffer>,
  { model, language }: { model: string; language: string | undefined },
) {
  const form = new FormData()
  form.set('file', new Blob([wav], { type: 'audio/wav' }), 'speech.wav')
  // No prompt: a transcriber that was told the text would write what it should have heard.
  const fields = { model, response_format: 'json', temperature: '0', ...(language && { language }) }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const encoded = new Response(form)
  return { bytes: await encoded.arrayBuffer(), type: encoded.headers.get('content-type') ?? '' }
}

class NoTranscription extends Error {}
class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`It answered ${status}`)
    this.status = status
  }
}

async function transcriptionIn(response: Response): Promise<string> {
  if (!response.ok) {
    await response.body?.cancel()
    throw new Refused(response.status)
  }
  const parts: Uint8Array[] = []
  let sizeBytes = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    sizeBytes += part.byteLength
    if (sizeBytes > maxBytes) throw new NoTranscription()
  }
  try {
    return Transcription.parse(JSON.parse(Buffer.concat(parts).toString())).text
  } catch (cause) {
    throw new NoTranscription(undefined, { cause })
  }
}

/** Names the status and no more: what a transcriber says beside it may hold the key. */
function refuse(error: unknown, { signal, limit }: { signal: AbortSignal; limit: AbortSignal }): never {
  signal.throwIfAborted()
  const failed = (reason: string, isOutage: boolean) =>
    new VendorError('transient', 'transcriber_failed', reason, { cause: error, isOutage })
  if (limit.aborted) throw failed('It did not answer in time', true)
  if (error instanceof Refused) throw failed(error.message, error.status >= 500)
  if (error instanceof NoTranscription) throw failed('It answered without a transcription', false)
  throw failed('It could not be reached', true)
}
