import { maskedSecret } from '@utter/contracts/settings'
import { isOutside } from '@utter/contracts/voice-vendors'
import type { SettingLines } from '@utter/storage/redis/setting-lines'
import { defaultProvider, type VendorEnv, vendorsOf } from './speech-vendors.ts'
import type { Voice } from './voice.ts'

type Env = VendorEnv & {
  AUDIO_SIGNING_KEY: readonly [string, ...string[]]
  TRANSCRIBE_BASE_URL?: string | undefined
  TRANSCRIBE_MODEL: string
}

/**
 * The lines of speech in the settings: the models, that of the default voice first, with what hears them, and the key of the first vendor outside.
 * @param refused the vendors that refuse their key
 * @param speeds seconds that a model of this machine takes for a second of speech, where they were measured
 */
export function settingLines(
  env: Env,
  voices: Pick<Voice, 'provider' | 'model'>[],
  { refused, speeds }: { refused: ReadonlySet<string>; speeds: Record<string, number> },
): SettingLines {
  const vendors = vendorsOf(env)
  const [first] = vendors
  const local = voices
    .filter((voice) => !isOutside(voice))
    .map(({ provider, model }) => provider + inBrackets(speeds[model]))
  const outside = vendors.map(({ model }) => model)
  const models = defaultProvider(env) === 'local' ? [...local, ...outside] : [...outside, ...local]
  const heardBy = env.TRANSCRIBE_BASE_URL ? `; heard by ${env.TRANSCRIBE_MODEL}` : ''
  return {
    speechModel: [...new Set(models)].join(', ') + heardBy,
    speechProviderKey: first
      ? `${first.key ? maskedSecret(first.key) : 'Not set'}${refused.has(first.name) ? ' (refused)' : ''}`
      : maskedSecret(undefined),
    sharedSecret: maskedSecret(env.AUDIO_SIGNING_KEY[0]),
  }
}

const inBrackets = (speed: number | undefined): string =>
  speed === undefined ? '' : ` (${speed.toFixed(2)} s per second)`
