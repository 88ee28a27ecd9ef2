import type { JobKind } from '@utter/contracts/http/jobs/batch'
import { progress as at, type JobStatus } from '@utter/contracts/jobs'
import { t } from '../../../lib/language/words.ts'

/** The state of an unfinished job, for people. */
export function progressWords(
  status: JobStatus,
  percent: number,
  position: number | undefined,
  kind: JobKind = 'reply',
): string {
  if (status === 'pending') return position ? placeWords(position) : t('Waiting in the queue')
  if (percent >= at.spoken) return t('Storing the audio')
  if (kind === 'tts') return t('Speaking the text')
  return percent < at.replyWritten ? t('Writing the reply') : t('Speaking the reply')
}

/** @param position among the account's waiting jobs, from 1 */
export const placeWords = (position: number): string => t('Position {position} in the queue', { position })
