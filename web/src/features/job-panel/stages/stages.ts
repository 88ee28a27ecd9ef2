import { traceStages } from '@utter/contracts/http/jobs/job-trace'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import type { DeliveryStatus } from '@utter/contracts/http/webhooks'
import { isFinal } from '@utter/contracts/jobs'
import { deliveryStage } from './delivery-stage.ts'
import type { JobStage, Segment } from './stage.ts'
import { noteOf } from './stage-note.ts'
import { type StageSpans, spansOf } from './stage-spans.ts'
import { triesOf } from './tries.ts'

const starts: Partial<Record<JobStage['name'], string>> = { chat: 'chat-started', speech: 'speech-started' }

/**
 * The five stages of a job by its trace, as of `now`. The timeline adds what the trace lacks: when each try started and
 * failed (`triesOf`), and the storing of a job that runs (`spansOf`).
 * @param delivery the status of its webhook's delivery
 */
export function stagesOf(job: JobView, now: number, delivery?: DeliveryStatus): JobStage[] {
  const origin = Date.parse(job.trace[0]?.startedAt ?? job.createdAt)
  const msOf = (instant: string) => Date.parse(instant) - origin
  const entries = job.timeline.map((entry) => ({ ...entry, ms: msOf(entry.at) }))
  const spans = spansOf(job, entries, msOf)
  const lastMs = Math.max(0, ...entries.map(({ ms }) => ms))
  const hasEnded = isFinal(job.status)
  // A clock may run behind the server's.
  const nowMs = hasEnded ? lastMs : Math.max(lastMs, now - origin)
  const latest = traceStages.findLast((name) => name !== 'delivery' && spans.has(name))

  return traceStages.map((name) => {
    const span = spans.get(name)
    const note = noteOf(job, name)
    if (name === 'delivery') return { name, note, ...deliveryStage(job, span, delivery) }
    if (!span) return { name, note, state: absentState(job, name, spans), segments: [] }
    const { fromMs, toMs = nowMs } = span
    // A job that was cancelled between two stages failed in neither.
    const hasFailed = job.status === 'failed' && name === latest && toMs >= lastMs
    const state = hasFailed ? 'failed' : span.toMs === undefined && !hasEnded ? 'running' : 'done'
    const start = starts[name]
    const last = { kind: hasFailed ? 'failed' : 'work', fromMs, toMs } as const
    const segments: Segment[] = start ? triesOf(entries, start, last) : [last]
    return { name, note, state, segments, ms: toMs - fromMs }
  })
}

/** The state of a stage that the trace lacks: to come, not needed, or done in no known time. */
function absentState({ cached, status }: JobView, name: JobStage['name'], spans: StageSpans): JobStage['state'] {
  if (cached || (name === 'chat' && (spans.has('speech') || status === 'completed'))) return 'skipped'
  return status === 'completed' ? 'done' : 'to come'
}
