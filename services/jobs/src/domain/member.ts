import type { Member } from './allowance.ts'
import type { Job } from './job.ts'

/** A job as its account's lists have it. */
export const memberOf = ({ _id: id, keyId }: Pick<Job, '_id' | 'keyId'>, period: Date): Member => ({
  id,
  period,
  ...(keyId !== undefined && { keyId }),
})
