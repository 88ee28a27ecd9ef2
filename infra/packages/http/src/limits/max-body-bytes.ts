import { maxVerifiedBytes } from '@utter/contracts/http/provenance/verify'
import { maxWorkFileBytes } from '@utter/contracts/http/works/requests'

const kibibyte = 1024

/**
 * The largest bodies, in bytes, by purpose; the gateway refuses by them, and so does each service. 10,000 characters,
 * all escaped, are 60 KiB, and the metadata of a job 8 KiB and, escaped, 48.
 */
export const maxBodyBytes = {
  auth: 8 * kibibyte,
  chat: 32 * kibibyte,
  job: 128 * kibibyte,
  /** 500 entries of twice 100 characters, all escaped. */
  pronunciations: 768 * kibibyte,
  batch: 2 * 1024 * kibibyte,
  /** 1,000,000 characters, all escaped, in many paragraphs. */
  work: 8 * 1024 * kibibyte,
  manuscript: maxWorkFileBytes,
  /** A receipt of the largest work, signed. */
  signature: 1_100 * kibibyte,
  /** A sound of the longest chapter; it is never held. */
  sound: maxVerifiedBytes,
  /** An event of Stripe's holds a whole invoice, with its lines. */
  webhook: 512 * kibibyte,
  other: 16 * kibibyte,
} as const
