import { queryOptions } from '@tanstack/react-query'
import { type JobRow, JobView, Stats } from '@utter/contracts/http/jobs/job-views'
import { reportError } from '../../../lib/browser/report-error.ts'
import { read } from '../../../lib/server/query-client.ts'
import { resource } from '../../../lib/server/resource.ts'
import { keepNewer, keepNewerRows } from './apply-event.ts'
import { parseRows } from './parse-rows.ts'
import { readPage } from './read-page.ts'
import { type WholeList, withFirstPage } from './whole-list.ts'

// A read may be overtaken by the stream: what is shown never goes back to an older version.
export const recentQuery = queryOptions({
  queryKey: ['/api', 'jobs', 'recent'],
  queryFn: async (context) => parseRows(await read()(context), reportError),
  structuralSharing: (before: unknown, now: unknown) => keepNewerRows(before as JobRow[] | undefined, now as JobRow[]),
})

const wholeKey = ['/api', 'jobs'] as const
/** The first page, read again each time; the others are appended to it. */
export const wholeQuery = queryOptions({
  queryKey: wholeKey,
  queryFn: async ({ client, signal }): Promise<WholeList> => {
    const page = await readPage('/api/jobs', signal, reportError)
    // Merged with what the events have made of it while the read was under way.
    return withFirstPage(client.getQueryData<WholeList>(wholeKey), page)
  },
  // Rows keep their identity by themselves; comparing thousands of them for each event would cost more than it saves.
  structuralSharing: false,
})

/** Key of the results of the server's own search beyond the loaded rows, a page for each request. */
export const olderKey = ['/api/jobs', 'older'] as const

export const jobQuery = (id: string) => ({
  ...resource(['/api', 'jobs', id], JobView),
  structuralSharing: (before: unknown, now: unknown) => keepNewer(before as JobView | undefined, now as JobView),
})

/** Key of the mutation by which this page deletes a job. */
export const jobDeletionKey = (id: string) => ['/api', 'jobs', id, 'deletion'] as const

export const statsQuery = resource(['/api', 'stats'], Stats)
