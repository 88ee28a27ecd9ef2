import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import * as z from 'zod/mini'

/** A public key as JSON Web Keys have it (RFC 8037). `kid` is its thumbprint (RFC 7638), so that the same key has the same name everywhere. */
export type PublicSigningKey = { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; alg: 'EdDSA'; use: 'sig' }

type VerifyingKey = { kid: string; publicPem: string; publicKey: PublicSigningKey }
/** A key that signs statements; `pem` is private. */
export type SigningKey = VerifyingKey & { pem: string }
/** The first signs, and all verify: of a key that signs no more its public half is enough. */
export type SigningKeys = readonly [SigningKey, ...VerifyingKey[]]

/** A new key in the form of the environment: Ed25519, PKCS #8 in DER, base64. */
export const makeSigningKey = (): string =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  }).privateKey.toString('base64')

/** Keys in the form of the environment, with commas. @throws Error where one is no Ed25519 key, or the first is a public one */
export function signingKeysIn(text: string): SigningKeys {
  const [first = '', ...others] = text.split(',').map((one) => Buffer.from(one.trim(), 'base64'))
  const key = createPrivateKey({ key: first, format: 'der', type: 'pkcs8' })
  const pem = key.export({ type: 'pkcs8', format: 'pem' }) as string
  return [{ ...verifyingKeyOf(createPublicKey(key)), pem }, ...others.map((one) => verifyingKeyOf(eitherHalf(one)))]
}

/** The public key of a private one in PKCS #8, or of a public one in SPKI. */
function eitherHalf(der: Buffer): KeyObject {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    return createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
  }
}

function verifyingKeyOf(key: KeyObject): VerifyingKey {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('No Ed25519 key')
  const publicKey = publicKeyOf(key)
  return { kid: publicKey.kid, publicPem: key.export({ type: 'spki', format: 'pem' }) as string, publicKey }
}

function publicKeyOf(key: KeyObject): PublicSigningKey {
  const { x = '' } = key.export({ format: 'jwk' })
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' }
}

const areKeys = (text: string): boolean => {
  try {
    return signingKeysIn(text).length > 0
  } catch {
    return false
  }
}

/** `SIGNING_KEYS` of an environment: the first signs, and the public keys of all are published, so that a key can be replaced. */
export const signingKeys = z.pipe(
  z.string().check(z.refine(areKeys, 'must be Ed25519 keys, with commas: the first private, PKCS #8 in DER, base64')),
  z.transform((text) => signingKeysIn(text)),
)
