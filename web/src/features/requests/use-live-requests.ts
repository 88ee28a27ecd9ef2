import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RequestFilters, readNewer, requestsQuery, withNewer } from './queries.ts'

const everyMs = 2_500

/** Reads what is newer every 2.5 s while the page is visible, and adds it to the list. */
export function useLiveRequests(filters: RequestFilters, isLive: boolean): void {
  const client = useQueryClient()
  const { queryKey } = requestsQuery(filters)
  useQuery({
    queryKey: ['newer requests', filters],
    enabled: isLive,
    refetchInterval: everyMs,
    staleTime: everyMs,
    queryFn: async ({ signal }) => {
      const list = client.getQueryData(queryKey)
      const newer = list && (await readNewer(filters, list, signal))
      if (list && !newer) await client.invalidateQueries({ queryKey })
      if (newer && newer.length > 0) client.setQueryData(queryKey, (present) => present && withNewer(present, newer))
      return null
    },
  })
}
