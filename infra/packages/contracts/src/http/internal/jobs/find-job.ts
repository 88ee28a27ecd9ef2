import * as z from 'zod/mini'

/** `GET /internal/jobs/:id`, jobs to operator: the job's document as it is stored, without the account's own texts. */
export const StoredJob = z.record(z.string(), z.unknown())
