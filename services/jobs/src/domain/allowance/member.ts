import type { Job } from '../job/job.ts'
import type { Member } from './allowance.ts'
import type { CallPeriod } from './past-segments.ts'

/** A job as its account's lists have it. */
export const memberOf = ({ _id: id, keyId }: Pick<Job, '_id' | 'keyId'>, { period, month }: CallPeriod): Member => ({
  id,
  period,
  ...(month && { month }),
  ...(keyId !== undefined && { keyId }),
})
