import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
/** 96 bits, random for each encryption (NIST SP 800-38D). */
const nonceBytes = 12
const tagBytes = 16
const prefix = 'sealed:'

/** Texts from `from` on, and before `to`. */
export type TextRange = { from: string; to: string }

/** Encrypts secrets of accounts at rest, so that a copy of the database is worth nothing. */
export type Sealer = ReturnType<typeof createSealer>

/**
 * @param keys the first encrypts, each decrypts; none: secrets are stored as they are. A sealed one begins with the id of its key, so that it
 * outlives a replacement of the key until it is sealed by the first one: when it is next written, or by a sweep.
 * @param about `purpose` makes keys of its own; `variable` has them, for the sentence where one is missing
 */
export function createSealer(keys: readonly string[], { purpose, variable }: { purpose: string; variable: string }) {
  const keyOf = (key: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))
  const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8)
  const known = new Map(keys.map(keyOf).map((key) => [idOf(key), key]))
  const [first] = known

  /** `sealed:<key>:<nonce, ciphertext and tag>`. @param userId its account, for which alone it is decrypted */
  function seal(userId: string, secret: string): string {
    if (!first) return secret
    const [id, key] = first
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(userId))
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${prefix}${id}:${sealed.toString('base64')}`
  }

  /** Also one that was stored as it is. @throws where its key is missing, or it is another account's */
  function open(userId: string, stored: string): string {
    if (!stored.startsWith(prefix)) return stored
    const [id = '', text = ''] = stored.slice(prefix.length).split(':')
    const key = known.get(id)
    if (!key) throw new Error(`${variable} lacks the key ${id}, by which a secret is sealed`)
    const sealed = Buffer.from(text, 'base64')
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(userId)).setAuthTag(sealed.subarray(-tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8')
  }

  return {
    seal,
    open,
    /** Range of all that the first key seals; undefined: none does. */
    byFirstKey: first && ({ from: `${prefix}${first[0]}:`, to: `${prefix}${first[0]};` } satisfies TextRange),
    /** A stored secret as the first key seals it: the same where it did. */
    renew: (userId: string, stored: string): string =>
      first && stored.startsWith(`${prefix}${first[0]}:`) ? stored : seal(userId, open(userId, stored)),
  }
}
