import { type JobRow, JobRows, JobView, Stats } from '@utter/contracts/http/job-views'
import { resource } from '../../lib/resource.ts'
import { keepNewer, keepNewerRows } from './apply-event.ts'

// A read may be overtaken by the stream: what is shown never goes back to an older version.
export const recentQuery = {
  ...resource(['/api', 'jobs', 'recent'], JobRows),
  structuralSharing: (before: unknown, now: unknown) => keepNewerRows(before as JobRow[] | undefined, now as JobRow[]),
}

export const jobQuery = (id: string) => ({
  ...resource(['/api', 'jobs', id], JobView),
  structuralSharing: (before: unknown, now: unknown) => keepNewer(before as JobView | undefined, now as JobView),
})

export const statsQuery = resource(['/api', 'stats'], Stats)
