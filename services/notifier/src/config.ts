import { identityKey, identityPublicKeys } from '@utter/http/identity-keys'
import { messagingConfig } from '@utter/messaging/config'
import { address, processConfig, readConfig, secrets, wholeNumber } from '@utter/runtime/read-config'
import * as z from 'zod/mini'

const Environment = z.object({
  ...processConfig,
  ...messagingConfig,
  MONGO_URL: address,
  JOBS_URL: address,
  /** Begins the addresses of audio that webhooks hold. */
  PUBLIC_URL: address,
  IDENTITY_KEY: identityKey,
  IDENTITY_PUBLIC_KEYS: identityPublicKeys,
  AUDIO_SIGNING_KEY: secrets,
  /** A JSON file in the shape of `GET /api/plans` that replaces the standard plans: which of them have webhooks. */
  PLANS_FILE: z.optional(z.string()),
  /** Streams that one account may have open on one replica. */
  STREAMS_PER_ACCOUNT: z._default(wholeNumber, 50),
  /** Webhooks may lead to this machine and its network: for development alone. */
  WEBHOOK_ALLOW_PRIVATE: z._default(z.enum(['true', 'false'], 'must be true or false'), 'false'),
})

export const Config = Environment.check(
  z.refine(({ NODE_ENV, WEBHOOK_ALLOW_PRIVATE }) => NODE_ENV !== 'production' || WEBHOOK_ALLOW_PRIVATE === 'false', {
    path: ['WEBHOOK_ALLOW_PRIVATE'],
    error: 'must not be true in production: anybody could have us ask what only we can reach',
  }),
)
export type Config = z.infer<typeof Config>
export const config = (): Config => readConfig(Config)
