import { json, openFakeSpeechVendor, type SpeechAnswer, sound } from './fake-speech-vendor.ts'
import { aWav, toneOf } from './tone.ts'

export const openAiFault = (status: number, code: string, headers: Record<string, string> = {}): SpeechAnswer =>
  json(status, { error: { message: 'no', code } }, headers)

/**
 * As much of `POST /audio/speech` as speech needs: a tone as long as the text is spoken, in a WAV with the sizes of a stream.
 * @param lists the answer of `GET /audio/voices`; none, as at OpenAI, when not given
 */
export async function openFakeOpenAiSpeech(lists?: SpeechAnswer, port = 0) {
  const speak = sound('audio/wav', ({ body }) => aWav(toneOf(String(body.input)), { dataBytes: 0xff_ff_ff_ff }))
  const vendor = await openFakeSpeechVendor(
    { ...(lists && { 'GET /v1/audio/voices': lists }), 'POST /v1/audio/speech': speak },
    'POST /v1/audio/speech',
    port,
  )
  return { ...vendor, baseURL: `${vendor.url}/v1` }
}
