import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import * as z from 'zod/mini'

/**
 * The signers of tokens: the gateway for people, the operator, and each service that calls another. Each has a key pair of its own, so
 * that a service's key can't sign as the gateway or the operator.
 */
export const signers = ['gateway', 'operator', 'account', 'jobs', 'notifier', 'billing'] as const
export type SignerName = (typeof signers)[number]

/** A key pair for each signer, in the forms of the environment. */
export function makeIdentityKeys(): { privateKeys: Record<SignerName, string>; publicKeys: string } {
  const pairs = signers.map((name) => ({
    name,
    ...generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'der' },
      publicKeyEncoding: { type: 'spki', format: 'der' },
    }),
  }))
  return {
    privateKeys: Object.fromEntries(
      pairs.map(({ name, privateKey }) => [name, privateKey.toString('base64')]),
    ) as Record<SignerName, string>,
    publicKeys: pairs.map(({ name, publicKey }) => `${name}=${publicKey.toString('base64')}`).join(','),
  }
}

/** @returns PEM @throws when it is no key */
export const privateKeyOf = (text: string): string =>
  createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' }).export({
    type: 'pkcs8',
    format: 'pem',
  }) as string

/** The text of a key as the environment has it, of its PEM: for its masked form alone. */
export const keyTextOf = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '')

const publicKeyOf = (text: string): string =>
  createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }).export({
    type: 'spki',
    format: 'pem',
  }) as string

/** The base64 may end in `=`, so only the first one parts the name from its key. */
const publicKeysIn = (text: string): [name: string, pem: string][] =>
  text.split(',').map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at).trim(), publicKeyOf(pair.slice(at + 1))]
  })

function parses(parse: (text: string) => unknown): (text: string) => boolean {
  return (text) => {
    try {
      parse(text)
      return true
    } catch {
      return false
    }
  }
}

/** A signer's own key (`IDENTITY_KEY`): Ed25519, PKCS #8 in DER, base64. Parsed to PEM, which the tokens' library wants. */
export const identityKey = z.pipe(
  z.string().check(z.refine(parses(privateKeyOf), 'must be an Ed25519 private key: PKCS #8 in DER, base64')),
  z.transform((text) => privateKeyOf(text)),
)

/**
 * Everybody's public keys (`IDENTITY_PUBLIC_KEYS`): `gateway=…,operator=…`, each SPKI in DER, base64. A signer whose key is being replaced has
 * two. Parsed to PEM by name.
 */
export const identityPublicKeys = z.pipe(
  z
    .string()
    .check(
      z.refine(parses(publicKeysIn), 'must be name=key for each signer, with commas, each key SPKI in DER, base64'),
    ),
  z.transform((text) => {
    const pairs = Map.groupBy(publicKeysIn(text), ([name]) => name)
    return new Map([...pairs].map(([name, found]) => [name, found.map(([, pem]) => pem)]))
  }),
)
export type IdentityPublicKeys = ReadonlyMap<string, readonly string[]>
