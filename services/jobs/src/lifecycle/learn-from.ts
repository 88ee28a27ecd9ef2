import { type Stage, stages } from '@utter/contracts/jobs'
import type { LifecycleDeps } from '../deps.ts'
import type { Job } from '../domain/job/job.ts'
import { textToSpeak } from '../domain/job/lane.ts'
import { measuredTimeOf } from '../domain/job/measured-time.ts'
import { takenTimeOfCheck } from '../domain/voice/time-of-check.ts'
import { measureEstimate } from '../metrics.ts'

/** Learns from a job's last change about others: how long they will wait, and how long their work takes. */
export function learnFrom(
  job: Job,
  { pickupDelay, estimates, clock }: Pick<LifecycleDeps, 'pickupDelay' | 'estimates' | 'clock'>,
): void {
  const { lane = 'fast', timeline } = job
  const last = timeline.at(-1)
  const before = timeline.slice(0, -1).findLast(({ step }) => step !== 'audio-begun')
  if (!before || !last) return
  const now = clock.now()
  pickupDelay.sawWork(now)
  // The report of a start may have been lost.
  const msSinceStart = (stage: Stage) => {
    const start = timeline.findLast(({ step }) => step === `${stage}-started`)
    return start && last.at.getTime() - start.at.getTime()
  }
  const { length } = textToSpeak(job)
  const [wroteMs, spokeMs] = [msSinceStart('chat'), msSinceStart('speech')]
  if (last.step === 'reply-written' && wroteMs !== undefined) estimates.wrote(wroteMs, length)
  if (last.step === 'completed') {
    // Sections of works are spoken beside each other, and take what was spoken before.
    if (spokeMs !== undefined && !job.section && !wasSpokenAhead(job))
      estimates.spoke(job.voiceId, spokeMs / takenTimeOfCheck(job.work?.speech), length)
    const measured = measuredTimeOf(job)
    if (measured) measureEstimate(measured.tookMs / measured.expectedMs)
  }
  const started = stages.find((stage) => last.step === `${stage}-started`)
  // A later start is another try, which waited for a lease to end or for its back-off. Before the first one is its request.
  if (!started || timeline.filter(({ step }) => step === last.step).length > 1) return
  const waitedMs = last.at.getTime() - before.at.getTime()
  if (lane === 'fast') pickupDelay.record(waitedMs, now)
}

/** Whether it was heard before its reply was written: its step had less to speak than its text. */
function wasSpokenAhead({ timeline }: Job): boolean {
  const written = timeline.findIndex(({ step }) => step === 'reply-written')
  return timeline.slice(0, Math.max(0, written)).some(({ step }) => step === 'audio-begun')
}
