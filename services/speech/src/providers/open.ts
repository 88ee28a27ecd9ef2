import type { Log } from '@utter/telemetry/log'
import type { Config } from '../config.ts'
import type { SpeechProvider } from '../domain/voice.ts'
import { openEspeak } from './espeak.ts'
import { openLocalVoice } from './local.ts'

/** The vendor that the environment chooses. */
export async function openSpeechProvider({ VOICE_DIR }: Pick<Config, 'VOICE_DIR'>, log: Log): Promise<SpeechProvider> {
  const provider = VOICE_DIR ? await openLocalVoice({ dir: VOICE_DIR }) : openEspeak()
  log.info({ provider: provider.name }, 'the voice')
  return provider
}
