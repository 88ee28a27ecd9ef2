import { identityKey, identityPublicKeys } from '@utter/http/identity-keys'
import { messagingConfig } from '@utter/messaging/config'
import { signingKeys } from '@utter/provenance/signing-keys'
import { freeChatBounds } from '@utter/runtime/free-bounds'
import { address, processConfig, readConfig, secrets, wholeNumber } from '@utter/runtime/read-config'
import { publicTargetsInProduction, webhookTargets } from '@utter/runtime/webhook-targets'
import { mongoAddress } from '@utter/storage/mongo-address'
import { redisAddress } from '@utter/storage/redis/address'
import * as z from 'zod/mini'

const Environment = z.object({
  ...processConfig,
  ...messagingConfig,
  MONGO_URL: mongoAddress,
  REDIS_URL: redisAddress,
  ACCOUNT_URL: address,
  SPEECH_URL: address,
  PUBLIC_URL: address,
  IDENTITY_KEY: identityKey,
  IDENTITY_PUBLIC_KEYS: identityPublicKeys,
  AUDIO_SIGNING_KEY: secrets,
  /** Sign what is stated of sounds and jobs: the same for jobs and speech. */
  SIGNING_KEYS: signingKeys,
  /** A JSON file in the shape of `GET /api/plans` that replaces the standard plans. */
  PLANS_FILE: z.optional(z.string()),
  /** Events that may wait for the broker before submissions are refused. */
  OUTBOX_LIMIT: z._default(wholeNumber, 10_000),
  /**
   * Submissions in flight in this process; further ones queue for a moment, and get 503 when the queue lasts too long.
   */
  SUBMISSIONS_IN_FLIGHT: z._default(wholeNumber, 32),
  /** Milliseconds that a job may wait for a worker; from half of it on more and more submissions are refused. */
  PICKUP_DELAY_LIMIT_MS: z._default(wholeNumber, 30_000),
  /** Characters that all free accounts together may have spoken in a UTC day; 0: no bound. */
  FREE_DAILY_CHARACTERS: z._default(wholeNumber, 5_000_000),
  /** Characters that the free accounts of one network may have vendors' voices speak in a UTC month; 0: no bound. */
  FREE_VENDOR_CHARACTERS_PER_NETWORK: z._default(wholeNumber, 8_000),
  ...freeChatBounds,
  ...webhookTargets,
})

export const Config = Environment.check(publicTargetsInProduction)
export type Config = z.infer<typeof Config>
export const config = (): Config => readConfig(Config)
