import { currentTrace } from '@utter/telemetry/trace'
import type { Job } from '../../domain/job/job.ts'
import type { Payer } from './take.ts'

/** The draft with what stays of the request that submits it: its trace, in which the whole course is, and whether its account is on the free plan. */
export function submitted(draft: Job, { isFree }: Pick<Payer, 'isFree'>): Job {
  return { ...draft, ...(isFree && { isFree }), ...currentTrace() }
}
