import { identityKey, identityPublicKeys } from '@utter/http/identity-keys'
import { address, list, processConfig, readConfig, wholeNumber } from '@utter/runtime/read-config'
import { redisAddress } from '@utter/storage/redis/address'
import * as z from 'zod/mini'

const contactSentence = 'must be an email address, or an address with https://'
const contact = z.pipe(
  z.union([z.email(), z.url({ protocol: /^https$/ })], contactSentence),
  z.transform((text) => (text.includes('://') ? text : `mailto:${text}`)),
)

const Environment = z.object({
  ...processConfig,
  REDIS_URL: redisAddress,
  ACCOUNT_URL: address,
  JOBS_URL: address,
  CHAT_URL: address,
  SPEECH_URL: address,
  NOTIFIER_URL: address,
  BILLING_URL: address,
  REFERRAL_URL: address,
  IDENTITY_KEY: identityKey,
  /** Account's key verifies its copies of credentials in Redis; without it they are believed as they are. */
  IDENTITY_PUBLIC_KEYS: z.optional(
    identityPublicKeys.check(z.refine((keys) => keys.has('account'), 'must have the key of account')),
  ),
  /** The address that people type; with https cookies are Secure. */
  PUBLIC_URL: address,
  /** The built web app. */
  WEB_DIR: z.string(),
  /** A text file: its first 300 characters are shown above every screen. */
  NOTICE_FILE: z.optional(z.string()),
  /** Where a weakness is reported: an email address or a page. */
  SECURITY_CONTACT: z.optional(contact),
  /** Proxies in front whose X-Forwarded-For counts: addresses or networks, with commas. */
  TRUSTED_PROXIES: z.optional(list),
  /** Requests in 60 s that spend nothing, for one account or one visitor's address. */
  READS_PER_MINUTE: z._default(wholeNumber, 1_200),
  /** Requests of free accounts that spend something, from one network in a UTC day; a tenth of them in 60 s. 0: no bound. */
  FREE_CALLS_PER_NETWORK: z._default(wholeNumber, 300),
  /** Other names than PUBLIC_URL's under which the platform is reached, with commas. */
  ALLOWED_HOSTS: z.optional(list),
  /** Requests in flight in this replica: of the visitors of one address, and of one account, streams apart. */
  REQUESTS_PER_ADDRESS: z._default(wholeNumber, 128),
  REQUESTS_PER_ACCOUNT: z._default(wholeNumber, 128),
  /** Connections to this replica, of one address that is no trusted proxy, and in all. */
  CONNECTIONS_PER_ADDRESS: z._default(wholeNumber, 256),
  MAX_CONNECTIONS: z._default(wholeNumber, 10_000),
})

const ownMachine = new Set(['localhost', '127.0.0.1', '[::1]'])

export const Config = Environment.check(
  z.refine(({ NODE_ENV, PUBLIC_URL }) => NODE_ENV !== 'production' || isSafe(new URL(PUBLIC_URL)), {
    path: ['PUBLIC_URL'],
    error: 'must begin with https: in production, since the session would be readable on its way',
  }),
)
const isSafe = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || ownMachine.has(hostname)

export type Config = z.infer<typeof Config>
export const config = (): Config => readConfig(Config)
