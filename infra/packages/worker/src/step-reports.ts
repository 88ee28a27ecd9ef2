import { StepFailed } from '@utter/contracts/events/step-failed'
import { StepPostponed } from '@utter/contracts/events/step-postponed'
import type { Stage } from '@utter/contracts/jobs'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { Failure, StepRequest } from './worker.ts'

// A worker has no document of the job: the attempt that it reports is used as the job's version.

export const stepFailedAt = (stage: Stage) => (request: StepRequest, userId: string, failure: Failure) =>
  eventOf(StepFailed, { userId, version: request.attempt, data: { ...pick(request), stage, ...failure } })

export const stepPostponedAt = (stage: Stage) => (request: StepRequest, userId: string, until: Date, code: string) =>
  eventOf(StepPostponed, {
    userId,
    version: request.attempt,
    data: { ...pick(request), stage, until: until.toISOString(), code },
  })

const pick = ({ jobId, attempt }: StepRequest): StepRequest => ({ jobId, attempt })
