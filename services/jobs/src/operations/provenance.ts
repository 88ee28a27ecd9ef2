import { VerifyRequest } from '@utter/contracts/http/provenance/verify'
import type { Operation } from '@utter/http/openapi/operation'

/** Routes of receipts and of verification in the API's description. */
export const provenanceOperations = {
  jobReceipt: {
    id: 'getJobReceipt',
    tag: 'Marks and receipts',
    summary: 'What a job was asked for, what has spoken it, and what it has cost',
    description:
      'Signed: `signature` is a compact JWS (EdDSA) that says the same, for whoever has it alone. A job that was deleted has none any more.',
    parameters: { id: 'The id of the job.' },
    refusals: { 409: 'The job has not ended (`code` `job_not_ended`).' },
  },
  workReceipt: {
    id: 'getWorkReceipt',
    tag: 'Marks and receipts',
    summary: 'The same of a work, by chapter',
    description: 'The calls of a chapter are those of all its jobs, also of those whose sound a change has replaced.',
    parameters: { id: 'The id of the work.' },
    refusals: { 409: 'The work is neither completed, failed nor cancelled, or a part of it is still being spoken.' },
  },
  keys: {
    id: 'getSigningKeys',
    tag: 'Marks and receipts',
    summary: 'The public keys of marks and receipts',
    description:
      'A JSON Web Key Set (RFC 7517) of Ed25519 keys, by which marks and receipts are verified without this platform. The header of each signature names its key by `kid`.',
  },
  verify: {
    id: 'verify',
    tag: 'Marks and receipts',
    summary: 'Whether a sound or a receipt is of this platform, and unchanged',
    description:
      'For anybody, without an account. The body is an mp3 of up to 128 MB (`audio/mpeg`), which is hashed as it comes and never kept; or the signature of a receipt, as `application/jwt` or as JSON: `{"signature": "…"}`.',
    files: ['audio/mpeg', 'application/jwt'],
    inPlaceOfFile: VerifyRequest,
    example: { signature: 'eyJhbGciOiJFZERTQSJ9.eyJqb2IiOiIuLi4ifQ.c2lnbmF0dXJl' },
    answers: {
      200: {
        description:
          'What is stated of it; or `ours` is false, with a `reason` and a sentence: no mark, a key of another platform, a changed mark or sound, a mark of another sound, an end that is missing, or something behind it.',
      },
    },
    refusals: {
      408: 'Nothing of the body came for 10 seconds.',
      413: 'The file is larger than 128 MB.',
      415: 'It is neither an mp3 nor a receipt.',
      429: 'Over the rate, or others of the same address are being verified.',
    },
  },
} satisfies Record<string, Operation>
