import { SpeechProgressed } from '@utter/contracts/events/speech-progressed'
import { on } from '@utter/messaging/handler'
import type { LifecycleDeps } from '../deps.ts'
import { stepMs } from '../domain/job/deadlines.ts'
import { textToSpeak } from '../domain/job/lane.ts'
import { applyStep } from '../lifecycle/apply-step.ts'
import * as steps from '../store/step-updates.ts'

/** The percent rises, or the sound can be heard, and the worker's time begins again; of one that waits for its turn the time alone. */
export const speechProgressed = (deps: LifecycleDeps) =>
  on(SpeechProgressed, async ({ jobId, done, attempt, isWaiting, isAudible }, { userId }) => {
    const now = deps.clock.now()
    if (isAudible) return applyStep(deps, userId, jobId, (job) => steps.audioBegun(job, attempt, now))
    if (!isWaiting) return applyStep(deps, userId, jobId, (job) => steps.speechProgressed(job, done, attempt, now))
    const job = await deps.jobs.read(userId, jobId)
    if (!job) return
    const dueAt = new Date(now.getTime() + stepMs('speech', textToSpeak(job)))
    await deps.jobs.prolong(job, attempt, dueAt)
  })
