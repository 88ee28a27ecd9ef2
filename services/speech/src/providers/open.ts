import type { Log } from '@utter/telemetry/log'
import type { Config } from '../config.ts'
import type { SpeechProvider } from '../domain/voice.ts'
import { openEspeak } from './espeak.ts'
import { openLocalVoice } from './local.ts'

/** The vendor that the environment chooses, ready to speak: the first job does not wait for a voice to be loaded. */
export async function openSpeechProvider(env: Pick<Config, 'VOICE_DIR'>, log: Log): Promise<SpeechProvider> {
  const provider = env.VOICE_DIR ? await openReadyVoice(env.VOICE_DIR) : openEspeak()
  log.info({ provider: provider.name }, 'the voice')
  return provider
}

async function openReadyVoice(dir: string): Promise<SpeechProvider> {
  const voice = await openLocalVoice({ dir })
  await voice.ready()
  return voice
}
