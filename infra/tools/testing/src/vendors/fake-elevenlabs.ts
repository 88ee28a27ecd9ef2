import { json, openFakeSpeechVendor, type SpeechAnswer, sound } from './fake-speech-vendor.ts'
import { toneOf } from './tone.ts'

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

const speedOf = ({ voice_settings: settings }: Record<string, unknown>) =>
  (settings as { speed?: number } | undefined)?.speed ?? 1

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
      'POST /v1/text-to-speech/': sound('audio/pcm', ({ body }) => toneOf(String(body.text), speedOf(body))),
    },
    'POST /v1/text-to-speech/',
    port,
  )
  return { ...vendor, voices }
}
