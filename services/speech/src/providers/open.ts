import type { Log } from '@utter/telemetry/log'
import type { Config } from '../config.ts'
import type { SpeechProvider } from '../domain/voice.ts'
import { openAllVoices } from './all-voices.ts'
import { openEspeak } from './espeak.ts'
import { openFlite } from './flite.ts'
import { openPiper } from './piper.ts'
import { traced } from './traced.ts'

/** The voices that the environment gives, ready to speak: the first job does not wait for one to be loaded. */
export async function openSpeechProvider(
  { VOICE_DIR, FLITE_DIR }: Pick<Config, 'VOICE_DIR' | 'FLITE_DIR'>,
  log: Log,
): Promise<SpeechProvider> {
  const provider = await openAllVoices([
    ...(VOICE_DIR ? [await openReadyPiper(VOICE_DIR)] : []),
    ...(FLITE_DIR ? [await openFlite({ dir: FLITE_DIR })] : []),
    openEspeak(),
  ])
  log.info({ voices: (await provider.voices()).map((voice) => `${voice.provider}/${voice.id}`) }, 'the voices')
  return traced(provider)
}

async function openReadyPiper(dir: string): Promise<SpeechProvider> {
  const piper = await openPiper({ dir })
  await piper.ready()
  return piper
}
