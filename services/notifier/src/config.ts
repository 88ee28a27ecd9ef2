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
  /** Has the addresses of people. */
  ACCOUNT_URL: address,
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
  /** From whom mails are: `Utter <mail@example.com>`. Absent: none are sent, and what needs them is refused. */
  MAIL_FROM: z.optional(
    z.string().check(z.regex(/^[^\r\n]*@[^\s@]+>?$/, 'must be an address such as Utter <mail@example.com>')),
  ),
  /** The server that takes mails: `smtps://user:password@host`. */
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'))),
  /** In place of a server, in development: a folder of files. */
  MAIL_DIR: z.optional(z.string()),
  /** Signs mails (DKIM): a private key, PKCS#8 in base64 on one line, and the name of its record. */
  MAIL_DKIM_KEY: z.optional(z.string()),
  MAIL_DKIM_SELECTOR: z.optional(z.string()),
  ...webhookTargets,
})

type Mailing = Pick<z.infer<typeof Environment>, 'NODE_ENV' | 'MAIL_FROM' | 'SMTP_URL' | 'MAIL_DIR'>
/** A platform that says that it sends mails has a way to. */
const oneWayForMails = z.check<Mailing>(({ value: { NODE_ENV, MAIL_FROM, SMTP_URL, MAIL_DIR }, issues }) => {
  const ways = [SMTP_URL, MAIL_DIR].filter((way) => way !== undefined).length
  if (ways !== (MAIL_FROM === undefined ? 0 : 1))
    issues.push({
      code: 'custom',
      path: ['MAIL_FROM'],
      message: 'wants one of SMTP_URL and MAIL_DIR beside it, and neither of them goes without it',
      input: MAIL_FROM,
    })
  // A folder of one replica, which nobody reads.
  if (NODE_ENV === 'production' && MAIL_DIR !== undefined)
    issues.push({ code: 'custom', path: ['MAIL_DIR'], message: 'is not for production', input: MAIL_DIR })
})

export const Config = Environment.check(publicTargetsInProduction, oneWayForMails)
export type Config = z.infer<typeof Config>
export const config = (): Config => readConfig(Config)
