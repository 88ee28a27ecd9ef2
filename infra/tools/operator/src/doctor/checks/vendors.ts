import { VoiceList } from '@utter/contracts/http/voices'
import { vendorNames } from '@utter/contracts/voice-vendors'
import { type Check, type Finding, failed, ok, skipped, warning } from '../check.ts'
import type { Examined } from '../examined.ts'
import { messageOf } from '../run-checks.ts'

const answerMs = 4_000
/** Bytes of a spoken sentence at the least: half a second of an mp3. */
const minSampleBytes = 4_000
const openai = 'https://api.openai.com/v1'

export const vendorChecks: Check[] = [
  {
    name: 'vendors: chat model',
    examine: ({ settings: { OPENAI_API_KEY: key, OPENAI_BASE_URL: base } }) =>
      examineVendor({
        key: ['OPENAI_API_KEY', key],
        base: ['OPENAI_BASE_URL', base ?? (key && openai)],
        path: '/models',
      }),
  },
  {
    name: 'vendors: ElevenLabs',
    examine: ({ settings: { ELEVENLABS_API_KEY: key, ELEVENLABS_BASE_URL: base } }) =>
      examineVendor({
        key: ['ELEVENLABS_API_KEY', key],
        base: ['ELEVENLABS_BASE_URL', base ?? (key && 'https://api.elevenlabs.io')],
        path: '/v2/voices?page_size=1',
        header: 'xi-api-key',
      }),
  },
  {
    name: 'vendors: OpenAI’s voices',
    examine: ({ settings: { OPENAI_SPEECH_API_KEY: key, OPENAI_SPEECH_BASE_URL: base } }) =>
      examineVendor({
        key: ['OPENAI_SPEECH_API_KEY', key],
        base: ['OPENAI_SPEECH_BASE_URL', base ?? (key && openai)],
        path: '/models',
      }),
  },
  {
    name: 'vendors: transcription',
    examine: ({ settings: { TRANSCRIBE_API_KEY: key, TRANSCRIBE_BASE_URL: base } }) =>
      examineVendor({ key: ['TRANSCRIBE_API_KEY', key], base: ['TRANSCRIBE_BASE_URL', base], path: '/models' }),
  },
  { name: 'vendors: a spoken sentence', examine: examineSample },
]

type Named = [variable: string, value: string | undefined]
type Vendor = { key: Named; base: Named; path: string; header?: string }

/** A call that lists something and costs nothing. */
async function examineVendor({ key, base, path, header }: Vendor): Promise<Finding> {
  const [[keyName, keyValue], [baseName, baseValue]] = [key, base]
  if (!baseValue) return skipped(`neither ${keyName} nor ${baseName} is set here`)
  const headers = keyValue && (header ? { [header]: keyValue } : { authorization: `Bearer ${keyValue}` })
  const url = `${baseValue.replace(/\/+$/, '')}${path}`
  try {
    const answer = await fetch(url, {
      headers: headers || {},
      signal: AbortSignal.timeout(answerMs),
      redirect: 'error',
    })
    await answer.body?.cancel()
    const { status } = answer
    if (status === 401 || status === 403)
      return failed(`it refuses the key (${status})`, `set ${keyName} to a key that it knows`)
    if (status === 429) return warning('it answers that we ask too often (429)', 'raise the limit of its account')
    // A server that speaks like the vendor may have no such list.
    return status >= 500
      ? failed(`it answers with ${status}`, `wait for it, or set ${baseName} to another`)
      : ok('it answers')
  } catch (error) {
    return failed(`it does not answer: ${messageOf(error)}`, `set ${baseName} to an address that answers`)
  }
}

const isVendor = (provider: string) => (vendorNames as readonly string[]).includes(provider)

/** The sample of a voice of this platform's own, which costs nothing: it is made once and kept. */
async function examineSample({ processes }: Examined): Promise<Finding> {
  const url = processes.gateway?.url
  if (!url) return skipped('the address of the gateway is not known here')
  const get = (path: string) => fetch(new URL(path, url), { signal: AbortSignal.timeout(answerMs) })
  const answer = await get('/api/voices').catch(() => undefined)
  if (!answer?.ok) return skipped('the gateway lists no voices')
  const voices = VoiceList.parse(await answer.json()).filter(({ provider }) => !isVendor(provider))
  const voice = voices.find(({ speedClass }) => speedClass === 'quick') ?? voices[0]
  if (!voice) return skipped('every voice is a vendor’s, and costs something')
  const sample = await get(voice.sampleUrl)
  if (sample.status === 503) return skipped('its first sample is being made: ask again in a moment')
  const bytes = Buffer.from(await sample.arrayBuffer())
  const isMp3 =
    bytes.subarray(0, 3).toString('latin1') === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)
  return sample.ok && isMp3 && bytes.length >= minSampleBytes
    ? ok(`${voice.name} speaks`)
    : failed(
        `${voice.name} does not speak (${sample.status}, ${bytes.length} bytes)`,
        'look for faults in the log of speech',
      )
}
