import { createHash } from 'node:crypto'
import type { SoundRun } from '@utter/contracts/http/provenance/statements'

/** SHA-256 of bytes, or of a text in UTF-8, in hex. */
export const sha256Of = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex')

/** Bytes as a run of a statement. */
export const runOf = (bytes: Uint8Array): SoundRun => ({ bytes: bytes.length, sha256: sha256Of(bytes) })
