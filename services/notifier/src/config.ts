import { identityKey, identityPublicKeys } from '@utter/http/identity-keys'
import { messagingConfig } from '@utter/messaging/config'
import { address, processConfig, readConfig, secret, wholeNumber } from '@utter/runtime/read-config'
import * as z from 'zod/mini'

export const Config = z.object({
  ...processConfig,
  ...messagingConfig,
  JOBS_URL: address,
  IDENTITY_KEY: identityKey,
  IDENTITY_PUBLIC_KEYS: identityPublicKeys,
  AUDIO_SIGNING_KEY: secret,
  /** Streams that one account may have open on one replica. */
  STREAMS_PER_ACCOUNT: z._default(wholeNumber, 50),
})
export type Config = z.infer<typeof Config>
export const config = (): Config => readConfig(Config)
