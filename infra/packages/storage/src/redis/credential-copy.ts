import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { type Credential, clockToleranceMs, copyLifetimeSeconds } from '@utter/contracts/credential'

/**
 * The signature stands last, so that a copy is signed as it is written: a version before reads the same JSON, and passes over what it does not
 * know.
 */
const form = /^(\{.*"signedAtMs":(\d{1,16}))(?:,"signature":"([\w-]{86})"\})$/s

/** The words before it are in no token, which the same key signs: neither can stand for the other. */
const signedText = (hash: string, body: string) => Buffer.from(`a copy of a credential in Redis: ${hash} ${body}`)

/** Makes the text of a copy: by the hash of its token, since another token must not have it. */
export type CopySigner = (hash: string, credential: Credential) => string
/** The time in ms until which a copy counts, by its own text; undefined for one that account has not signed for this token. */
export type CopyVerifier = (hash: string, text: string) => number | undefined

/** @param pem account's `IDENTITY_KEY` */
export function createCopySigner(pem: string, now: () => number = Date.now): CopySigner {
  const key = createPrivateKey(pem)
  return (hash, credential) => {
    const body = JSON.stringify({ ...credential, signedAtMs: now() }).slice(0, -1)
    return `${body},"signature":"${sign(null, signedText(hash, body), key).toString('base64url')}"}`
  }
}

/**
 * A copy that was signed longer ago than copies live counts for nothing, or an old one could be put back for a credential that has changed since. Clocks
 * may differ as for tokens.
 * @param pems account's public keys: two while one is being replaced
 */
export function createCopyVerifier(pems: readonly string[]): CopyVerifier {
  const keys = pems.map((pem) => createPublicKey(pem))
  return (hash, text) => {
    const [, body, signedAtMs, signature] = form.exec(text) ?? []
    if (body === undefined || signature === undefined) return undefined
    const [signed, given] = [signedText(hash, body), Buffer.from(signature, 'base64url')]
    if (!keys.some((key) => verify(null, signed, key, given))) return undefined
    return Number(signedAtMs) + copyLifetimeSeconds * 1_000 + clockToleranceMs
  }
}
