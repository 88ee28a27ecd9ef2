import type { Clock } from '@utter/runtime/clock'
import type { Log } from '@utter/telemetry/log'
import type { Config } from '../config.ts'
import type { Speeds } from '../domain/default-voice.ts'
import type { SpeechProvider } from '../domain/voice.ts'
import { openLocalVoices } from './open-local.ts'
import { traced } from './traced.ts'

type Deps = { log: Log; speeds: Speeds; clock: Clock }

/** The voices that the environment gives. */
export async function openSpeechProvider(env: Config, { log, speeds, clock }: Deps): Promise<SpeechProvider> {
  const provider = await openLocalVoices(env, { speeds, clock })
  log.info({ voices: (await provider.voices()).map((voice) => `${voice.provider}/${voice.id}`) }, 'the voices')
  return traced(provider)
}
