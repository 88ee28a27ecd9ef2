import { identityPublicKeys } from '@utter/http/identity-keys'
import { messagingConfig } from '@utter/messaging/config'
import { address, processConfig, readConfig } from '@utter/runtime/read-config'
import { mongoAddress } from '@utter/storage/mongo-address'
import * as z from 'zod/mini'

export const Config = z.object({
  ...processConfig,
  ...messagingConfig,
  MONGO_URL: mongoAddress,
  IDENTITY_PUBLIC_KEYS: identityPublicKeys,
  /** The address that people type: a referral link leads there. */
  PUBLIC_URL: address,
})
export type Config = z.infer<typeof Config>
export const config = (): Config => readConfig(Config)
