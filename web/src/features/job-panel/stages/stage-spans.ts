import type { TraceStage } from '@utter/contracts/http/jobs/job-trace'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { progress } from '@utter/contracts/jobs'
import type { Entry } from './tries.ts'

/** From when to when a stage lasted; without an end it lasts. */
export interface OpenSpan {
  fromMs: number
  toMs: number | undefined
}
export type StageSpans = ReadonlyMap<TraceStage['stage'], OpenSpan>

/**
 * The stages that have started. Until the job is completed, the end of speech and the start of storing are taken from
 * the timeline, since the trace lacks them.
 */
export function spansOf({ trace, status }: JobView, entries: Entry[], msOf: (instant: string) => number): StageSpans {
  const spans = new Map(
    trace.map(({ stage, startedAt, endedAt }): [TraceStage['stage'], OpenSpan] => [
      stage,
      { fromMs: msOf(startedAt), toMs: endedAt === undefined ? undefined : msOf(endedAt) },
    ]),
  )
  const [speech, spoken] = [spans.get('speech'), entries.find(isSpoken)]
  if (speech && spoken && status !== 'completed') {
    spans.set('speech', { fromMs: speech.fromMs, toMs: spoken.ms })
    spans.set('storing', { fromMs: spoken.ms, toMs: speech.toMs })
  }
  return spans
}

const isSpoken = ({ step, progress: percent }: Entry) => step === 'speech-progressed' && percent >= progress.spoken
