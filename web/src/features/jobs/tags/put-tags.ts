import type { QueryClient } from '@tanstack/react-query'
import { TagsView } from '@utter/contracts/http/jobs/job-tags'
import type { JobRow, JobView } from '@utter/contracts/http/jobs/job-views'
import pMap from 'p-map'
import { counted } from '../../../lib/format/counted.ts'
import { request } from '../../../lib/server/http.ts'
import { patiently } from '../../../lib/server/patiently.ts'
import { toastError } from '../../../lib/toasts.ts'
import { changeInLists } from '../live/lists.ts'
import { namesOfRefused, refusalOf } from '../live/named-refusals.ts'
import { jobQuery } from '../live/queries.ts'

const atOnce = 4

/** Sets all tags of a job; every list and its panel show them at once. @throws HttpError */
export async function putTags(client: QueryClient, jobId: string, tags: readonly string[]): Promise<void> {
  const { tags: stored } = TagsView.parse(await request('PUT', `/api/jobs/${jobId}/tags`, { body: { tags } }))
  const tagged = <J extends JobRow>({ tags: _, ...job }: J) =>
    ({ ...job, ...(stored.length > 0 && { tags: stored }) }) as J
  client.setQueryData<JobView>(jobQuery(jobId).queryKey, (job) => job && tagged(job))
  changeInLists(client, jobId, tagged)
  // The lists of batches are another feature's: one that is shown is read again.
  void client.invalidateQueries({ queryKey: ['/api', 'batch'] })
}

/** Gives jobs the tags back that they had in these rows. Jobs with which it fails are said by name. */
export async function putTagsBack(client: QueryClient, before: readonly JobRow[]): Promise<void> {
  const refused = await pMap(
    before,
    async (job) => {
      try {
        await patiently(() => putTags(client, job.id, job.tags ?? []))
        return undefined
      } catch (error) {
        return refusalOf(job, error)
      }
    },
    { concurrency: atOnce },
  )
  const named = refused.filter((one) => one !== undefined)
  if (named.length > 0)
    toastError(counted(named.length, 'job kept its new tags', 'jobs kept their new tags'), namesOfRefused(named))
}
