import { currentTrace } from '@utter/telemetry/trace'
import type { Job } from '../../domain/job/job.ts'

/** The draft with the trace of the request that submits it, in which its whole course stays. */
export function traced(draft: Job): Job {
  return { ...draft, ...currentTrace() }
}
