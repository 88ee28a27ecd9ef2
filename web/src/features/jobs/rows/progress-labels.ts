import { progress as at, type JobStatus } from '@utter/contracts/jobs'

/** The state of an unfinished job, for people. */
export function progressWords(status: JobStatus, percent: number, position: number | undefined): string {
  if (status === 'pending') return position ? placeWords(position) : 'Waiting in the queue'
  if (percent < at.replyWritten) return 'Writing the reply'
  if (percent < at.spoken) return 'Speaking the reply'
  return 'Storing the audio'
}

/** @param position among the account's waiting jobs, from 1 */
export const placeWords = (position: number): string => `Position ${position} in the queue`
