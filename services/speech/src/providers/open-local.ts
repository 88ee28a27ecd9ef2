import type { Clock } from '@utter/runtime/clock'
import type { Config } from '../config.ts'
import { bestVoiceId, type Speeds } from '../domain/default-voice.ts'
import type { SpeechProvider } from '../domain/voice.ts'
import { openAllVoices } from './all-voices.ts'
import { openEspeak } from './espeak.ts'
import { openFlite } from './flite.ts'
import { openKokoro } from './kokoro.ts'
import { openPico } from './pico.ts'
import { openPiper } from './piper.ts'

type Env = Pick<Config, 'VOICE_DIR' | 'KOKORO_DIR' | 'PICO_DIR' | 'FLITE_DIR' | 'SPEECH_DEFAULT_VOICE'>
type Deps = { speeds: Speeds; clock: Clock }

/**
 * The voices of this machine, the default ready to speak: the first job does not wait for it to be loaded.
 * @throws Error when SPEECH_DEFAULT_VOICE names no voice
 */
export async function openLocalVoices(
  { VOICE_DIR, KOKORO_DIR, PICO_DIR, FLITE_DIR, SPEECH_DEFAULT_VOICE }: Env,
  { speeds, clock }: Deps,
): Promise<SpeechProvider> {
  const kokoro = KOKORO_DIR ? await openKokoro({ dir: KOKORO_DIR }) : undefined
  const piper = VOICE_DIR ? await openPiper({ dir: VOICE_DIR }) : undefined
  const pico = PICO_DIR ? await openPico({ dir: PICO_DIR }) : undefined
  const flite = FLITE_DIR ? await openFlite({ dir: FLITE_DIR }) : undefined
  const vendors = [kokoro, piper, pico, flite, openEspeak()].filter((vendor) => vendor !== undefined)
  const chosen = SPEECH_DEFAULT_VOICE ?? (await quickestGoodVoice())
  const provider = await openAllVoices(vendors, chosen)
  const standard = (await provider.voices())[0]?.provider
  for (const one of [kokoro, piper]) if (one && one.name === standard) await one.ready()
  return provider

  async function quickestGoodVoice() {
    const voices = (await Promise.all(vendors.map((vendor) => vendor.voices()))).flat()
    const speed = kokoro && (await speeds.find(kokoro.model, () => kokoro.realTimeFactor(), clock.now()))
    return bestVoiceId(voices, speed)
  }
}
