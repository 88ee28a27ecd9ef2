import type { Clock } from '@utter/runtime/clock'
import { vendorPauseOf } from '@utter/runtime/vendor-pause'
import * as z from 'zod/mini'
import { readSound } from './outside/read-sound.ts'
import { readTimedSound, type TimedSound } from './outside/read-timed-sound.ts'
import { callVendor } from './outside/vendor-call.ts'
import { refusedBy, unreachable, unreadable } from './outside/vendor-failures.ts'

const text = z.nullish(z.string())
export const ElevenLabsVoice = z.object({
  voice_id: z.string().check(z.regex(/^[\w-]{1,200}$/)),
  name: z.string(),
  category: text,
  labels: z.nullish(z.record(z.string(), text)),
  verified_languages: z.nullish(z.array(z.object({ language: text, locale: text }))),
})
export type ElevenLabsVoice = z.infer<typeof ElevenLabsVoice>
const VoicePage = z.object({ voices: z.array(ElevenLabsVoice), has_more: z.boolean(), next_page_token: text })
const Fault = z.object({ detail: z.object({ status: text, code: text }) })

export type SpeechBody = {
  text: string
  model_id: string
  voice_settings: Record<string, number | boolean>
  apply_text_normalization?: 'off'
  previous_text?: string
  next_text?: string
}
export type ElevenLabsApi = ReturnType<typeof createElevenLabsApi>

type Options = { apiKey: string; baseURL: string; idleMs: number; clock: Clock }
const pageSize = 100
/** More pages than any account has. */
const maxPages = 50
const listMs = 10_000

/** The calls that we need of ElevenLabs. They never follow a redirect: it would take the key along. */
export function createElevenLabsApi({ apiKey, baseURL, idleMs, clock }: Options) {
  const base = baseURL.replace(/\/+$/, '')
  const request = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = { 'xi-api-key': apiKey, ...init.headers }
    const response = await fetch(`${base}${path}`, { ...init, headers, redirect: 'error' })
    if (response.ok) return response
    const fault = Fault.safeParse(await response.json().catch(() => undefined)).data?.detail
    const retryAfterMs = vendorPauseOf(response.headers, clock.now())
    const reason = fault?.status ?? fault?.code ?? undefined
    throw refusedBy({ vendor: 'ElevenLabs', status: response.status, reason, retryAfterMs })
  }
  const read = <Schema extends z.ZodMiniType>(path: string, schema: Schema): Promise<z.infer<Schema>> =>
    callVendor(
      { signal: AbortSignal.timeout(listMs), idleMs: listMs },
      async (signal) => {
        const response = await request(path, { signal })
        const answer = schema.safeParse(await response.json().catch(() => undefined))
        if (!answer.success) throw unreadable(new Error('The answer has another form than a list of voices'))
        return answer.data
      },
      unreachable,
    )

  return {
    /** Every voice of the account, page by page. */
    async voices(): Promise<ElevenLabsVoice[]> {
      const voices: ElevenLabsVoice[] = []
      let token: string | null | undefined
      for (let page = 0; page < maxPages; page++) {
        const query = new URLSearchParams({ page_size: String(pageSize), ...(token && { next_page_token: token }) })
        const answer = await read(`/v2/voices?${query}`, VoicePage)
        voices.push(...answer.voices)
        token = answer.next_page_token
        if (!answer.has_more || !token) break
      }
      return voices
    },
    voice: (id: string): Promise<ElevenLabsVoice> => read(`/v1/voices/${encodeURIComponent(id)}`, ElevenLabsVoice),
    /** PCM of 16 bit at 24 kHz, little-endian, as it comes; `isTimed`: with the times of its characters. */
    speech: (
      id: string,
      body: SpeechBody,
      { signal, isTimed }: { signal: AbortSignal; isTimed: boolean },
    ): Promise<TimedSound> =>
      callVendor(
        { signal, idleMs },
        async (ended, deadline) => {
          const path = `/v1/text-to-speech/${encodeURIComponent(id)}/stream${isTimed ? '/with-timestamps' : ''}`
          const headers = { 'content-type': 'application/json' }
          const init = { method: 'POST', headers, body: JSON.stringify(body), signal: ended }
          const response = await request(`${path}?output_format=pcm_24000`, init)
          return isTimed ? readTimedSound(response, deadline) : { pcm: await readSound(response, deadline), times: [] }
        },
        unreachable,
      ),
  }
}
