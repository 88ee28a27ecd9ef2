import type { BatchView } from '@utter/contracts/http/jobs/batch'
import type { JobStatus } from '@utter/contracts/jobs'
import { counted } from '../../lib/format/counted.ts'
import { type MessageDescriptor, msg } from '../../lib/language/words.ts'

/** Words of a batch's end, where they are not those of a job. */
export const batchLabels: Partial<Record<JobStatus, MessageDescriptor>> = {
  completed: msg('Completed##batch'),
  failed: msg('Failed##batch'),
}

/** The state of a batch in that of a job: it has failed once all of its jobs have, and is completed with any. */
export function statusOf({ pending, processing, completed }: BatchView['counts']): JobStatus {
  if (processing > 0 || (pending > 0 && completed > 0)) return 'processing'
  if (pending > 0) return 'pending'
  return completed > 0 ? 'completed' : 'failed'
}

/** '3 spoken', '1 failed': what is worth telling of the counts. */
export const countsInWords = ({ completed, failed, processing, pending }: BatchView['counts']): string[] => [
  ...(pending + processing > 0 ? [counted(completed, 'spoken', 'spoken')] : []),
  ...(failed > 0 ? [counted(failed, 'failed', 'failed')] : []),
]
