import { StepFailed } from '@utter/contracts/events/step-failed'
import { StepPostponed } from '@utter/contracts/events/step-postponed'
import type { Stage } from '@utter/contracts/jobs'
import { fact } from './fact.ts'
import type { Asked, Failure } from './worker.ts'

// A worker has no document of the job: the attempt that it answers stands for its version.

export const stepFailedAt = (stage: Stage) => (asked: Asked, userId: string, failure: Failure) =>
  fact(StepFailed, { userId, version: asked.attempt, data: { ...pick(asked), stage, ...failure } })

export const stepPostponedAt = (stage: Stage) => (asked: Asked, userId: string, until: Date, code: string) =>
  fact(StepPostponed, {
    userId,
    version: asked.attempt,
    data: { ...pick(asked), stage, until: until.toISOString(), code },
  })

const pick = ({ jobId, attempt }: Asked): Asked => ({ jobId, attempt })
