import { maskedSecret } from '@utter/contracts/settings'
import type { SettingLines } from '@utter/storage/setting-lines'
import type { Voice } from './voice.ts'

/** The lines of speech in the settings. All voices are this machine's own, so that no provider has a key; the model is theirs. */
export const settingLines = (
  env: { AUDIO_SIGNING_KEY: readonly [string, ...string[]] },
  voices: Pick<Voice, 'provider'>[],
): SettingLines => ({
  speechModel: [...new Set(voices.map(({ provider }) => provider))].join(', '),
  speechProviderKey: maskedSecret(undefined),
  sharedSecret: maskedSecret(env.AUDIO_SIGNING_KEY[0]),
})
