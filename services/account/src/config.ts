import { identityKey, identityPublicKeys } from '@utter/http/identity-keys'
import { messagingConfig } from '@utter/messaging/config'
import { unverifiedBound } from '@utter/runtime/free-bounds'
import { address, processConfig, readConfig, secrets, wholeNumber } from '@utter/runtime/read-config'
import { mongoAddress } from '@utter/storage/mongo-address'
import { redisAddress } from '@utter/storage/redis/address'
import * as z from 'zod/mini'

export const Config = z.object({
  ...processConfig,
  ...messagingConfig,
  MONGO_URL: mongoAddress,
  REDIS_URL: redisAddress,
  JOBS_URL: address,
  REFERRAL_URL: address,
  IDENTITY_KEY: identityKey,
  /** Encrypts the secrets of authenticator apps in MongoDB; absent: a key derived from `IDENTITY_KEY` does. */
  TOTP_SECRETS_KEY: z.optional(secrets),
  IDENTITY_PUBLIC_KEYS: identityPublicKeys,
  /** The address that people type: a link for a forgotten password leads there. */
  PUBLIC_URL: address,
  ...unverifiedBound,
  PLANS_FILE: z.optional(z.string()),
  /** Failed logins in 15 minutes by one name from one address, and from one address. */
  LOGIN_FAILURES_PER_NAME: z._default(wholeNumber, 10),
  LOGIN_FAILURES_PER_ADDRESS: z._default(wholeNumber, 100),
  /** Sign-ups in an hour from one address; five times as many that reveal what is taken. */
  SIGNUPS_PER_ADDRESS: z._default(wholeNumber, 20),
  /** Sign-ups in an hour from one address that owe no proof of work; 0: none ever does. */
  SIGNUP_PROOF_AFTER: z._default(wholeNumber, 3),
  /** Hours in which a sign-up from the network of a referrer's own sign-up or login is no friend's; 0: it is one. */
  REFERRAL_NETWORK_HOURS: z._default(wholeNumber, 24),
})
export type Config = z.infer<typeof Config>
export const config = (): Config => readConfig(Config)
