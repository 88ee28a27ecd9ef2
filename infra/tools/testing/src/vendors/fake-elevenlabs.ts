import { json, openFakeSpeechVendor, type SpeechAnswer, type SpeechVendorRequest, sound } from './fake-speech-vendor.ts'
import { aTone, toneOf } from './tone.ts'

type FakeVoice = { voice_id: string; name: string; category: string; labels?: object; verified_languages?: object[] }

/** Two premade voices, for everybody, and one that an account has cloned. */
export const elevenLabsVoices: FakeVoice[] = [
  {
    voice_id: 'premadeRachel',
    name: 'Rachel',
    category: 'premade',
    labels: { accent: 'american', gender: 'female', use_case: 'narrative_story' },
    verified_languages: [
      { language: 'en', locale: 'en-US' },
      { language: 'fr', locale: null },
    ],
  },
  { voice_id: 'premadeAdam', name: 'Adam', category: 'premade', labels: { gender: 'male' } },
  { voice_id: 'clonedAda', name: 'Ada', category: 'cloned' },
]

export const elevenLabsFault = (status: number, reason: string, headers: Record<string, string> = {}): SpeechAnswer =>
  json(status, { detail: { status: reason, message: 'no' } }, headers)

/** A part of a timed sound as ElevenLabs sends it, a line of JSON: times of the whole, of the characters that begin in it, which may be none. */
export type TimedPart = { audio_base64: string; alignment: Alignment | null; normalized_alignment: Alignment | null }
type Alignment = {
  characters: string[]
  character_start_times_seconds: number[]
  character_end_times_seconds: number[]
}

const bytesPerMs = 48
/** Silence of the model's own behind the last character. */
const behindMs = 60

/**
 * The parts of a sound of 24 kHz in which each character takes as long as every other, as `/stream/with-timestamps` has them: an empty line between two, the
 * last part without characters, and times of three decimals.
 */
export function timedParts(text: string, pcm: Buffer, count = 4): TimedPart[] {
  const characters = [...text]
  const eachMs = (pcm.length / bytesPerMs - behindMs) / characters.length
  const seconds = (index: number) => Math.round(index * eachMs) / 1_000
  const alignmentOf = (from: number, to: number): Alignment => ({
    characters: characters.slice(from, to),
    character_start_times_seconds: characters.slice(from, to).map((_, index) => seconds(from + index)),
    character_end_times_seconds: characters.slice(from, to).map((_, index) => seconds(from + index + 1)),
  })
  const bytes = Math.ceil(pcm.length / count)
  const share = Math.ceil(characters.length / (count - 1))
  return Array.from({ length: count }, (_, part) => {
    const alignment = part < count - 1 ? alignmentOf(part * share, (part + 1) * share) : null
    return {
      audio_base64: pcm.subarray(part * bytes, (part + 1) * bytes).toString('base64'),
      alignment,
      normalized_alignment: alignment && {
        ...alignment,
        characters: alignment.characters.map((one) => one.toLowerCase()),
      },
    }
  })
}

/** Parts of a timed sound as lines. @param changed the parts of a request, another form of them, or lines in place of some */
export const timedSound =
  (
    changed: (parts: TimedPart[], request: SpeechVendorRequest) => unknown[] = (parts) => parts,
    ms?: number,
  ): SpeechAnswer =>
  (response, request) => {
    const text = String(request.body.text)
    const parts = timedParts(text, ms === undefined ? toneOf(text, speedOf(request.body)) : aTone(ms))
    const lines = changed(parts, request).map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    return sound('application/json', () => Buffer.from(lines.map((line) => `${line}\n\n`).join('')))(response, request)
  }

const speedOf = ({ voice_settings: settings }: Record<string, unknown>) =>
  (settings as { speed?: number } | undefined)?.speed ?? 1

export const isTimed = ({ path }: SpeechVendorRequest): boolean =>
  path.split('?')[0]?.endsWith('/stream/with-timestamps') === true

const plainSound = sound('audio/pcm', ({ body }) => toneOf(String(body.text), speedOf(body)))

/** As much of ElevenLabs as speech needs: voices in pages of two, one voice, and a tone as long as the text is spoken. */
export async function openFakeElevenLabs(port = 0) {
  const voices = [...elevenLabsVoices]
  const vendor = await openFakeSpeechVendor(
    {
      'GET /v2/voices': (response, request) => {
        const from = Number(new URLSearchParams(request.path.split('?')[1]).get('next_page_token') ?? 0)
        const has_more = from + 2 < voices.length
        const page = {
          voices: voices.slice(from, from + 2),
          has_more,
          next_page_token: has_more ? `${from + 2}` : null,
        }
        return json(200, page)(response, request)
      },
      'GET /v1/voices/': (response, request) => {
        const voice = voices.find(({ voice_id }) => request.path === `/v1/voices/${voice_id}`)
        return (voice ? json(200, voice) : elevenLabsFault(404, 'voice_not_found'))(response, request)
      },
      'POST /v1/text-to-speech/': (response, request) =>
        (isTimed(request) ? timedSound() : plainSound)(response, request),
    },
    'POST /v1/text-to-speech/',
    port,
  )
  return { ...vendor, voices }
}
