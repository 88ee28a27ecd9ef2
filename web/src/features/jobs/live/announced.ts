import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { paths } from '@utter/contracts/screens'
import { useEffect } from 'react'
import { t } from '../../../lib/language/words.ts'
import { type Toast, toast } from '../../../lib/toasts.ts'
import { accountEvents } from './account-events.ts'

type Ended = Pick<JobView, 'status' | 'error' | 'code'> & { id: string; cost?: JobView['cost'] }

/** The toast about a job that has ended. */
export function endOf({ id, status, error, code, cost }: Ended): Toast {
  // The account's stream has the sentence alone.
  if (code === 'cancelled' || error === 'Cancelled') {
    const text = cost?.calls === 0 ? t('The job costs no call') : t('The job was heard, and costs its call')
    return { title: t('Cancelled'), ...(cost && { text }), jobId: id }
  }
  if (status === 'failed')
    return { title: t('Job failed'), text: error ?? t('Unknown error'), isDestructive: true, jobId: id }
  return { title: t('Success!'), text: t('Audio is ready'), jobId: id }
}

/** Jobs whose screen was left before they ended. */
const leftJobs = new Set<string>()

/** Has the end of a job announced on whatever screen its person has gone to. */
export const announceElsewhere = (jobIds: Iterable<string>): void => {
  for (const id of jobIds) leftJobs.add(id)
}
/** Its own screen, where it is shown again, announces it. */
export const announceHere = (jobId: string): void => void leftJobs.delete(jobId)

/** Announces the ends of jobs that were left, with the way to them; once, in the shell. */
export function useAnnouncedEnds(): void {
  useEffect(
    () =>
      accountEvents.on((event) => {
        if (!event || (event.status !== 'completed' && event.status !== 'failed')) return
        const { jobId: id, status, error } = event
        if (!leftJobs.delete(id)) return
        const action = { label: t('Open job'), to: `${paths.jobs}?job=${id}` }
        toast({ ...endOf({ id, status, ...(error !== undefined && { error }) }), action })
      }),
    [],
  )
}
