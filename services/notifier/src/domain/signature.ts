import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
/** Length of a secret; Standard Webhooks allows 24 to 64 bytes. */
const secretBytes = 32

export const newSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

export type Signed = { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string }

/**
 * The headers of a webhook by Standard Webhooks (github.com/standard-webhooks/standard-webhooks): one signature for each secret, so that a
 * receiver that has not changed over to the newest yet verifies its own.
 * @param id the same for all tries @param at the time of this try, by which a receiver refuses what somebody sends again
 */
export function signedHeaders(secrets: string[], { id, at, body }: { id: string; at: Date; body: string }): Signed {
  const seconds = String(Math.floor(at.getTime() / 1_000))
  const signatureBy = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${seconds}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map((secret) => `v1,${signatureBy(secret)}`).join(' '),
  }
}
