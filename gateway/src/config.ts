import { address, list, processConfig, readConfig, secret, wholeNumber } from '@utter/runtime/read-config'
import * as z from 'zod/mini'

const Config = z.object({
  ...processConfig,
  REDIS_URL: address,
  ACCOUNT_URL: address,
  JOBS_URL: address,
  CHAT_URL: address,
  SPEECH_URL: address,
  NOTIFIER_URL: address,
  BILLING_URL: address,
  REFERRAL_URL: address,
  IDENTITY_KEY: secret,
  /** The address that people type; with https cookies are Secure. */
  PUBLIC_URL: address,
  /** The built web app. */
  WEB_DIR: z.string(),
  /** Proxies in front whose X-Forwarded-For counts: addresses or networks, with commas. */
  TRUSTED_PROXIES: z.optional(list),
  /** Requests in 60 s that spend nothing, for one account or one visitor's address. */
  READS_PER_MINUTE: z._default(wholeNumber, 1_200),
})
export type Config = z.infer<typeof Config>
export const config = (): Config => readConfig(Config)
