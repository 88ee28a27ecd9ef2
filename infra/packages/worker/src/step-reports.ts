import { StepFailed } from '@utter/contracts/events/step-failed'
import { StepPostponed } from '@utter/contracts/events/step-postponed'
import type { Stage } from '@utter/contracts/jobs'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { Failure, StepRequest } from './worker.ts'

// A worker has no document of the job: the attempt that it answers stands for its version.

export const stepFailedAt = (stage: Stage) => (asked: StepRequest, userId: string, failure: Failure) =>
  eventOf(StepFailed, { userId, version: asked.attempt, data: { ...pick(asked), stage, ...failure } })

export const stepPostponedAt = (stage: Stage) => (asked: StepRequest, userId: string, until: Date, code: string) =>
  eventOf(StepPostponed, {
    userId,
    version: asked.attempt,
    data: { ...pick(asked), stage, until: until.toISOString(), code },
  })

const pick = ({ jobId, attempt }: StepRequest): StepRequest => ({ jobId, attempt })
