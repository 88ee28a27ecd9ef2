import { identityPublicKeys } from '@utter/http/identity-keys'
import { messagingConfig } from '@utter/messaging/config'
import { address, processConfig, readConfig, secrets, wholeNumber } from '@utter/runtime/read-config'
import { audioConfig, oneAudioStore } from '@utter/storage/audio/config'
import * as z from 'zod/mini'

const Environment = z.object({
  ...processConfig,
  ...messagingConfig,
  MONGO_URL: address,
  REDIS_URL: address,
  IDENTITY_PUBLIC_KEYS: identityPublicKeys,
  AUDIO_SIGNING_KEY: secrets,
  ...audioConfig,
  /** A Piper voice; without it eSpeak speaks in its place. */
  VOICE_DIR: z.optional(z.string()),
  /** The natural voices: Kokoro's model, its vocabulary and its voices. */
  KOKORO_DIR: z.optional(z.string()),
  /** The program `flite` with its libraries; without it eSpeak speaks in its place. */
  FLITE_DIR: z.optional(z.string()),
  /** Id of the voice of this machine that `default` is; absent: the best that it speaks quickly enough. */
  SPEECH_DEFAULT_VOICE: z.optional(z.string()),
  /** Jobs spoken at once by this process. */
  SPEECH_SLOTS: z._default(wholeNumber, 2),
})

export const Config = Environment.check(...oneAudioStore)
export type Config = z.infer<typeof Config>
export const config = (): Config => readConfig(Config)
