import { messagingConfig } from '@utter/messaging/open'
import { address, processConfig, readConfig, secret, wholeNumber } from '@utter/runtime/read-config'
import * as z from 'zod/mini'

const Config = z.object({
  ...processConfig,
  ...messagingConfig,
  MONGO_URL: address,
  IDENTITY_KEY: secret,
  AUDIO_SIGNING_KEY: secret,
  /** A JSON file in the shape of `GET /api/plans` that replaces the standard plans. */
  PLANS_FILE: z.optional(z.string()),
  /** Events that may wait for the broker before submissions are refused. */
  OUTBOX_LIMIT: z._default(wholeNumber, 10_000),
})
export type Config = z.infer<typeof Config>
export const config = (): Config => readConfig(Config)
