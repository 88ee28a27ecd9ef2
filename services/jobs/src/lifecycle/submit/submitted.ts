import { type Plan, planOf } from '@utter/contracts/plans'
import { currentTrace } from '@utter/telemetry/trace'
import type { Job } from '../../domain/job/job.ts'
import type { Payer } from './take.ts'

/**
 * The draft with what stays of the request that submits it: its trace, in which the whole course is, whether its account is on the free plan, and
 * whether its plan has word timestamps.
 */
export function submitted(draft: Job, { isFree, tier }: Pick<Payer, 'isFree' | 'tier'>, plans: Plan[]): Job {
  const words = tier !== undefined && planOf(plans, tier).wordTimestamps
  return { ...draft, ...(isFree && { isFree }), ...(words && { words }), ...currentTrace() }
}
