import type { TimelineEntry } from '@utter/contracts/http/jobs/job-views'
import type { Segment } from './stage.ts'

export type Entry = TimelineEntry & { ms: number }

/**
 * The tries of a stage and the pauses between them. The trace has how many there were, the timeline alone when each of them began and
 * failed: a start after a start, or a postponement, shows that the try before it has failed.
 * @param stage the whole of it, and what became of its last try
 */
export function triesOf(entries: Entry[], start: string, stage: Segment): Segment[] {
  const segments: Segment[] = []
  // A start whose report was lost is where the trace has the stage begin.
  let startedMs: number | undefined = stage.fromMs
  let endedMs = stage.fromMs
  const end = (kind: Segment['kind'], toMs: number) => {
    if (startedMs !== undefined) segments.push({ kind, fromMs: startedMs, toMs })
    startedMs = undefined
    endedMs = toMs
  }
  const pause = (toMs: number) => {
    if (endedMs < toMs) segments.push({ kind: 'pause', fromMs: endedMs, toMs })
  }
  for (const { step, ms } of entries) {
    if (ms <= stage.fromMs || ms > stage.toMs) continue
    if (step === start) {
      if (startedMs === undefined) pause(ms)
      else end('failed', ms)
      startedMs = ms
    } else if (step === 'step-postponed' && startedMs !== undefined) end('failed', ms)
  }
  if (startedMs === undefined) pause(stage.toMs)
  else end(stage.kind, stage.toMs)
  return segments
}
