import { identityPublicKeys } from '@utter/http/identity-keys'
import { messagingConfig } from '@utter/messaging/config'
import { freeChatBounds } from '@utter/runtime/free-bounds'
import { address, processConfig, readConfig, wholeNumber } from '@utter/runtime/read-config'
import { mongoAddress } from '@utter/storage/mongo-address'
import { redisAddress } from '@utter/storage/redis/address'
import * as z from 'zod/mini'

export const Config = z.object({
  ...processConfig,
  ...messagingConfig,
  MONGO_URL: mongoAddress,
  REDIS_URL: redisAddress,
  IDENTITY_PUBLIC_KEYS: identityPublicKeys,
  /** A JSON file in the shape of `GET /api/plans` that replaces the standard plans. */
  PLANS_FILE: z.optional(z.string()),
  ...freeChatBounds,
  OPENAI_API_KEY: z.optional(z.string()),
  /** Any address with OpenAI's chat completions API. */
  OPENAI_BASE_URL: z.optional(address),
  CHAT_MODEL: z._default(z.string(), 'gpt-4o-mini'),
  /** A GGUF file: the model of this machine, used without a key or an address. */
  CHAT_MODEL_PATH: z.optional(z.string()),
  /** Replies written at once by this process; by default 16 with a vendor, 2 with the machine's own model. */
  CHAT_SLOTS: z.optional(wholeNumber),
  /** Time for a whole reply, in ms. Less than jobs waits (60 s), so that the worker's own report, which has the cause, comes first. */
  CHAT_LIMIT_MS: z._default(wholeNumber, 58_000),
})
export type Config = z.infer<typeof Config>
export const config = (): Config => readConfig(Config)
