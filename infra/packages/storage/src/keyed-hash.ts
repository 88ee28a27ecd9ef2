import { createHmac, hkdfSync } from 'node:crypto'

export type KeyedHash = (text: string) => string

/**
 * A hash that nobody can try texts against without the process's own secret. A rotated secret makes other hashes: what was kept under
 * the old ones is found no more, and ends with its time.
 * @param purpose makes a key of its own, so that hashes of two purposes have nothing in common
 */
export function createKeyedHash(secret: string, purpose: string): KeyedHash {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}
