import { JobReceipt, SignedJobReceipt, SignedWorkReceipt, WorkReceipt } from '../http/provenance/receipts.ts'
import { SigningKeySet, VerifyRequest } from '../http/provenance/verify.ts'
import { describe } from './describe.ts'

const ofJob = {
  kind: 'A receipt of a job.',
  jobId: 'The id of the job.',
  status: 'How it has ended.',
  code: 'Why it has failed.',
  asked:
    'The request: `characters` of its own text; `textHash` is the SHA-256, in hex, of the text that is spoken, in UTF-8.',
  spoken:
    'The voice and its provider, as far as they are known; `framesHash` is the SHA-256 of the frames of sound in the mp3, `pcmHash` that of the samples, `sameAs` the job whose sound it has, `vendorMark` a manifest that the vendor’s file carried and this one has no more. Absent: nothing was spoken.',
  charged: 'Calls that it costs, 0 or 1, and the start of the period from which the call was taken.',
  createdAt: 'When it was submitted.',
  completedAt: 'When it ended.',
}
const ofWork = {
  kind: 'A receipt of a work.',
  workId: 'The id of the work.',
  state: 'How it has ended.',
  asked: 'The request: `characters` are those of its chapters as they are now.',
  chapters: 'In their order: the calls of each, and its sections as they sound.',
  charged: 'Calls that it has cost, those of replaced sounds included.',
  createdAt: 'When it was submitted.',
  updatedAt: 'When it changed last.',
}
const signature =
  'A compact JWS (EdDSA) that says the same: `POST /api/verify` verifies it, and so does anybody with the public keys.'

export const provenanceDescriptions = [
  describe(JobReceipt, 'JobReceiptBody', 'A receipt of a job.', ofJob),
  describe(SignedJobReceipt, 'JobReceipt', 'A signed receipt of a job.', { ...ofJob, signature }),
  describe(WorkReceipt, 'WorkReceiptBody', 'A receipt of a work.', ofWork),
  describe(SignedWorkReceipt, 'WorkReceipt', 'A signed receipt of a work.', { ...ofWork, signature }),
  describe(VerifyRequest, 'VerifyRequest', 'A receipt to be verified.', { signature: 'The `signature` of a receipt.' }),
  describe(SigningKeySet, 'SigningKeySet', 'A JSON Web Key Set.', { keys: 'The first signs; all verify.' }),
]
