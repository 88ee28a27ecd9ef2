import type { QueryClient } from '@tanstack/react-query'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import pMap from 'p-map'
import { counted } from '../../../lib/format/counted.ts'
import { holdBack } from '../../../lib/held-back.ts'
import { t } from '../../../lib/language/words.ts'
import { request } from '../../../lib/server/http.ts'
import { patiently } from '../../../lib/server/patiently.ts'
import { toastError } from '../../../lib/toasts.ts'
import { holdJobs } from './held-jobs.ts'
import { removeFromLists } from './lists.ts'
import { namesOfRefused, refusalOf } from './named-refusals.ts'
import { jobQuery } from './queries.ts'

const atOnce = 4

/** Deletes jobs that have ended: they leave the lists at once, and the server when they cannot be called back any more. */
export function deleteWithUndo(client: QueryClient, jobs: readonly JobRow[]): void {
  const ids = jobs.map(({ id }) => id)
  holdJobs(ids, true)
  holdBack({
    title: counted(jobs.length, 'job deleted', 'jobs deleted'),
    text: t('Texts, replies and audio are gone for good in a moment.'),
    takeBack: () => holdJobs(ids, false),
    make: async (isLeaving) => {
      // A page that is left sends all at once: it has no later.
      const concurrency = isLeaving ? jobs.length : atOnce
      const refused = await pMap(jobs, (job) => deleteOne(client, job, isLeaving), { concurrency })
      holdJobs(ids, false)
      const named = refused.filter((one) => one !== undefined)
      if (named.length > 0)
        toastError(counted(named.length, 'job was not deleted', 'jobs were not deleted'), namesOfRefused(named))
    },
  })
}

/** @returns the job and why it is still there; undefined: it is gone */
async function deleteOne(client: QueryClient, job: JobRow, keepalive: boolean): Promise<string | undefined> {
  try {
    await patiently(() => request('DELETE', `/api/jobs/${job.id}`, { keepalive }))
    client.removeQueries({ queryKey: jobQuery(job.id).queryKey, exact: true })
    removeFromLists(client, job.id)
    return undefined
  } catch (error) {
    return refusalOf(job, error)
  }
}
