import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { olderKey, recentQuery, wholeQuery } from '../live/queries.ts'
import type { JobPage } from '../live/read-page.ts'

/** The tags of all loaded jobs, those that more jobs have first. */
export function knownTags(client: QueryClient): string[] {
  const older = client.getQueriesData<InfiniteData<JobPage>>({ queryKey: olderKey })
  const rows: JobRow[] = [
    ...(client.getQueryData(recentQuery.queryKey) ?? []),
    ...(client.getQueryData(wholeQuery.queryKey)?.rows ?? []),
    ...older.flatMap(([, found]) => found?.pages.flatMap((page) => page.rows) ?? []),
  ]
  const jobsWith = new Map<string, Set<string>>()
  for (const { id, tags = [] } of rows)
    for (const tag of tags) jobsWith.set(tag, (jobsWith.get(tag) ?? new Set()).add(id))
  return [...jobsWith]
    .sort(([one, jobs], [other, others]) => others.size - jobs.size || one.localeCompare(other))
    .map(([tag]) => tag)
}
