import { QueryCache, QueryClient, type QueryFunctionContext } from '@tanstack/react-query'
import { isUnauthorized, request } from './http.ts'

type Unauthorized = 'throw' | 'null'

export const pathOf = (key: readonly unknown[]): string => key.join('/')

/** Reads the path that the key's parts make. A 401 throws, or yields null where a visitor may look too. */
export const read =
  (unauthorized: Unauthorized = 'throw') =>
  async ({ queryKey, signal }: Pick<QueryFunctionContext, 'queryKey' | 'signal'>): Promise<unknown> => {
    try {
      return await request('GET', pathOf(queryKey), { signal })
    } catch (error) {
      if (unauthorized === 'null' && isUnauthorized(error)) return null
      throw error
    }
  }

/** No retries, no refetch, never stale: the streams and the mutations keep the cache fresh. */
export function createQueryClient({ onUnauthorized }: { onUnauthorized?: (client: QueryClient) => void } = {}) {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isUnauthorized(error)) onUnauthorized?.(client)
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: read(),
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Ask even when the browser believes to be offline: the server may stand on this very machine.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
