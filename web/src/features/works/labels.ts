import type { ChapterState, WorkState } from '@utter/contracts/http/works/views'
import type { JobStatus } from '@utter/contracts/jobs'
import { counted } from '../../lib/format/counted.ts'
import { t } from '../../lib/language/words.ts'

const steps = [
  ['day', 36 * 3_600, 86_400],
  ['hour', 90 * 60, 3_600],
  ['minute', 60, 60],
] as const

/** 'Less than a minute', 'About 12 minutes', 'About 3 hours': an expected time, in the largest unit that still says something. */
export function aboutTime(seconds: number): string {
  for (const [unit, from, size] of steps)
    if (seconds >= from) return t('About {max}', { max: counted(Math.max(1, Math.round(seconds / size)), unit) })
  return t('Less than a minute')
}

/** A chapter or a work as a bar shows a job. */
export const barOf: Record<WorkState | ChapterState, JobStatus> = {
  waiting: 'pending',
  speaking: 'processing',
  paused: 'pending',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'pending',
}
