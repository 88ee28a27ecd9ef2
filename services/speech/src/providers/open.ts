import type { VendorName } from '@utter/contracts/voice-vendors'
import type { Clock } from '@utter/runtime/clock'
import type { Semaphore } from '@utter/runtime/semaphore'
import type { Log } from '@utter/telemetry/log'
import { createBreaker } from '@utter/worker/breaker'
import type { Config } from '../config.ts'
import type { Speeds } from '../domain/default-voice.ts'
import { defaultProvider, vendorsOf } from '../domain/speech-vendors.ts'
import type { OwnVoices, SpeechProvider } from '../domain/voice.ts'
import { openDroppedVoices } from './dropped/dropped-voices.ts'
import { openElevenLabs } from './elevenlabs.ts'
import { openLocalVoices } from './open-local.ts'
import { openOpenAiSpeech } from './openai-speech.ts'
import { createVendorChecks, type VendorChecks } from './outside/vendor-checks.ts'
import { createPace, type VendorPace } from './outside/vendor-pace.ts'
import { traced } from './traced.ts'
import { withVendors } from './with-vendors.ts'

type Deps = {
  log: Log
  own: OwnVoices
  speeds: Speeds
  clock: Clock
  /** Whether the operator has switched a vendor off. */
  isOff(vendor: string): boolean
  /** Calls at once to a vendor, of all processes together. */
  slotsOf(vendor: string, max: number): Pick<Semaphore, 'acquire'>
}

/** The voices that the environment gives, ready to speak: the first job does not wait for one to be loaded. */
export async function openSpeechProvider(
  env: Config,
  { log, own, speeds, clock, slotsOf, isOff }: Deps,
): Promise<{ speech: SpeechProvider; checks: VendorChecks }> {
  const local = await openLocalVoices(env, { speeds, clock })
  const names = new Set((await local.voices()).flatMap(({ id, aliases }) => [id, ...aliases]))
  const isTaken = (id: string) => names.has(id)
  const dropped = env.VOICES_DIR ? [openDroppedVoices({ dir: env.VOICES_DIR, log, isTaken })] : []
  const bounds = { elevenlabs: env.ELEVENLABS_MAX_CONCURRENT, openai: env.OPENAI_SPEECH_MAX_CONCURRENT }
  const vendors = vendorsOf(env).map(({ name }) => {
    const breaker = createBreaker(`speech:${name}`, log)
    return openVendor[name](env, createPace({ slots: slotsOf(name, bounds[name]), breaker, isOff: () => isOff(name) }))
  })
  const checks = createVendorChecks(vendors, keyVariables, log)
  await checks.check()
  const chosen = defaultProvider(env)
  const here = [local, ...dropped]
  const speech = withVendors(chosen === 'local' ? [...here, ...vendors] : [...vendors, ...here], { chosen, own, isOff })
  log.info({ voices: (await speech.voices()).map((voice) => `${voice.provider}/${voice.id}`) }, 'the voices')
  return { speech: traced(speech), checks }
}

const keyVariables: Record<VendorName, string> = { elevenlabs: 'ELEVENLABS_API_KEY', openai: 'OPENAI_SPEECH_API_KEY' }

const openVendor: Record<VendorName, (env: Config, pace: VendorPace) => SpeechProvider> = {
  elevenlabs: ({ ELEVENLABS_API_KEY, ELEVENLABS_MODEL, ELEVENLABS_VOICE_ID, ELEVENLABS_BASE_URL }, pace) =>
    openElevenLabs({
      apiKey: ELEVENLABS_API_KEY ?? '',
      model: ELEVENLABS_MODEL,
      voiceId: ELEVENLABS_VOICE_ID,
      baseURL: ELEVENLABS_BASE_URL,
      pace,
    }),
  openai: ({ OPENAI_SPEECH_API_KEY, OPENAI_SPEECH_BASE_URL, OPENAI_SPEECH_MODEL, OPENAI_SPEECH_VOICES }, pace) =>
    openOpenAiSpeech({
      apiKey: OPENAI_SPEECH_API_KEY,
      baseURL: OPENAI_SPEECH_BASE_URL,
      model: OPENAI_SPEECH_MODEL,
      voices: OPENAI_SPEECH_VOICES,
      pace,
    }),
}
