import type { JobRequestInput } from '@utter/contracts/http/jobs/job-request'

/** A request for a job. Without a request id it gets one, which all tries of it share. */
export type JobInput = Omit<JobRequestInput, 'requestId'> & { requestId?: string }
