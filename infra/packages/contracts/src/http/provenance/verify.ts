import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'
import { ReceiptBody } from './receipts.ts'

/** Largest mp3 that is verified, in bytes: two hours and a quarter of sound. */
export const maxVerifiedBytes = 128 * 1024 * 1024

/** A receipt, to be verified by its signature. */
export const VerifyRequest = z.object({ signature: z.string() })

export const unverifiedReasons = [
  'no_mark',
  'unknown_key',
  'mark_changed',
  'sound_changed',
  'other_sound',
  'cut_short',
  'longer',
] as const
export type UnverifiedReason = (typeof unverifiedReasons)[number]

const Speaker = { provider: z.optional(z.string()), voice: z.string() }
const ours = { ours: z.literal(true), intact: z.literal(true) }

/** `POST /api/verify`: whether a sound or a receipt is this platform's, and unchanged. */
export const Verified = z.union([
  z.object({ ...ours, kind: z.literal('sound'), job: z.string(), ...Speaker, textHash: z.string(), at: Instant }),
  z.object({
    ...ours,
    kind: z.literal('chapter'),
    work: z.string(),
    chapter: z.string(),
    sections: z.array(z.object({ job: z.string(), revision: z.int(), ...Speaker })),
  }),
  z.object({ ...ours, kind: z.literal('receipt'), receipt: ReceiptBody }),
  z.object({ ours: z.literal(false), reason: z.enum(unverifiedReasons), message: z.string() }),
])
export type Verified = z.infer<typeof Verified>

const PublicKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
})
/** `GET /.well-known/utter-keys.json`: the public keys of statements, as a JSON Web Key Set (RFC 7517). */
export const SigningKeySet = z.object({ keys: z.array(PublicKey) })
