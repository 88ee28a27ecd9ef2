import { identityKey, identityPublicKeys } from '@utter/http/identity-keys'
import { messagingConfig } from '@utter/messaging/config'
import { address, processConfig, readConfig, secrets, wholeNumber } from '@utter/runtime/read-config'
import { publicTargetsInProduction, webhookTargets } from '@utter/runtime/webhook-targets'
import { mongoAddress } from '@utter/storage/mongo-address'
import * as z from 'zod/mini'

const Environment = z.object({
  ...processConfig,
  ...messagingConfig,
  MONGO_URL: mongoAddress,
  JOBS_URL: address,
  /** Begins the addresses of audio that webhooks hold. */
  PUBLIC_URL: address,
  IDENTITY_KEY: identityKey,
  IDENTITY_PUBLIC_KEYS: identityPublicKeys,
  AUDIO_SIGNING_KEY: secrets,
  /** Encrypts the secrets of webhooks in MongoDB. */
  WEBHOOK_SECRETS_KEY: z.optional(secrets),
  /** A JSON file in the shape of `GET /api/plans` that replaces the standard plans: which of them have webhooks. */
  PLANS_FILE: z.optional(z.string()),
  /** Streams that one account may have open on one replica. */
  STREAMS_PER_ACCOUNT: z._default(wholeNumber, 50),
  /** Streams that one replica may have open: what its memory holds. */
  MAX_STREAMS: z._default(wholeNumber, 8_000),
  ...webhookTargets,
})

export const Config = Environment.check(publicTargetsInProduction)
export type Config = z.infer<typeof Config>
export const config = (): Config => readConfig(Config)
