import * as z from 'zod/mini'

/**
 * A challenge of ALTCHA's proof of work (version 2): the client counts up from 0 until the key that it derives from nonce, counter and salt
 * begins with the prefix. Signed by account; solved once, until it expires (in seconds).
 */
export const ProofChallenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    expiresAt: z.int(),
    data: z.object({ network: z.string(), level: z.int() }),
  }),
  signature: z.string(),
})
export type ProofChallenge = z.infer<typeof ProofChallenge>

/** A solved challenge; as JSON in base64 it is the `proof` of a sign-up. */
export const Proof = z.object({
  challenge: ProofChallenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})
export type Proof = z.infer<typeof Proof>
