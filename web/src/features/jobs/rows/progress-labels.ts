import type { JobKind } from '@utter/contracts/http/jobs/batch'
import { progress as at, type JobStatus } from '@utter/contracts/jobs'

/** The state of an unfinished job, for people. */
export function progressWords(
  status: JobStatus,
  percent: number,
  position: number | undefined,
  kind: JobKind = 'reply',
): string {
  if (status === 'pending') return position ? placeWords(position) : 'Waiting in the queue'
  if (percent >= at.spoken) return 'Storing the audio'
  if (kind === 'tts') return 'Speaking the text'
  return percent < at.replyWritten ? 'Writing the reply' : 'Speaking the reply'
}

/** @param position among the account's waiting jobs, from 1 */
export const placeWords = (position: number): string => `Position ${position} in the queue`
