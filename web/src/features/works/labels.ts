import type { ChapterState, WorkState } from '@utter/contracts/http/works/views'
import type { JobStatus } from '@utter/contracts/jobs'
import { counted } from '../../lib/format/counted.ts'
import { t } from '../../lib/language/words.ts'

const steps = [
  { from: 36 * 3_600, size: 86_400, told: (count: number) => counted(count, 'day') },
  { from: 90 * 60, size: 3_600, told: (count: number) => counted(count, 'hour') },
  { from: 60, size: 60, told: (count: number) => counted(count, 'minute') },
]

/** 'Less than a minute', 'About 12 minutes', 'About 3 hours': an expected time, in the largest unit that still says something. */
export function aboutTime(seconds: number): string {
  for (const { from, size, told } of steps)
    if (seconds >= from) return t('About {time}', { time: told(Math.max(1, Math.round(seconds / size))) })
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
