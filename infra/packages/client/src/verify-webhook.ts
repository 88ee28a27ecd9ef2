import { WebhookMessage } from '@utter/contracts/http/webhooks'

/** A message is refused when its time is further away than this, in seconds: an old one cannot be sent again by others. */
const toleranceSeconds = 300

/** The message is not from Utter, or too old: answer it with 400, and do nothing. */
export class WebhookError extends Error {
  override name = 'WebhookError'
}

export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

/**
 * The message of a webhook, once its signature is found good (Standard Webhooks 1.0, symmetric). By Web Crypto, which
 * compares in constant time, in Node, in browsers and at the edge.
 * @param body as it came, byte for byte: one that was parsed and serialised again has another signature
 * @param secret `whsec_…`; several while one is rotated
 * @returns undefined for a message of a kind that came after this version: answer it with 204, and it is not sent again
 * @throws WebhookError
 */
export async function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  now: Date = new Date(),
): Promise<WebhookMessage | undefined> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!id || !timestamp || !signatures) throw new WebhookError('The headers of a webhook are missing')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('The time of the message is not valid')
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookError('The message is too old, or from the future')
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const given = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? (bytesOf(one.slice(3)) ?? []) : []))
  for (const one of [secret].flat()) {
    const key = await keyOf(one)
    for (const signature of given)
      if (await crypto.subtle.verify('HMAC', key, signature, content))
        return WebhookMessage.safeParse(JSON.parse(body)).data
  }
  throw new WebhookError('No signature of the message is good')
}

async function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes) throw new TypeError('The secret of a webhook is base64, after whsec_')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** Undefined where it is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
