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
} satisfies Record<string, Operation>
