import { identityPublicKeys } from '@utter/http/identity-keys'
import { messagingConfig } from '@utter/messaging/open'
import { address, processConfig, readConfig, secret, wholeNumber } from '@utter/runtime/read-config'
import * as z from 'zod/mini'

const Config = z.object({
  ...processConfig,
  ...messagingConfig,
  MONGO_URL: address,
  IDENTITY_PUBLIC_KEYS: identityPublicKeys,
  AUDIO_SIGNING_KEY: secret,
  /** A JSON file in the shape of `GET /api/plans` that replaces the standard plans. */
  PLANS_FILE: z.optional(z.string()),
  /** Events that may wait for the broker before submissions are refused. */
  OUTBOX_LIMIT: z._default(wholeNumber, 10_000),
  /** Submissions under way in this process; the next wait a moment, and are refused when too many come for too long. */
  SUBMISSIONS_AT_ONCE: z._default(wholeNumber, 32),
  /** Milliseconds that a job may wait for a worker; from half of it on more and more submissions are refused. */
  ROAD_WAIT_LIMIT_MS: z._default(wholeNumber, 30_000),
})
export type Config = z.infer<typeof Config>
export const config = (): Config => readConfig(Config)
