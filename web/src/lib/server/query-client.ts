import { MutationCache, QueryCache, QueryClient, type QueryFunctionContext } from '@tanstack/react-query'
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

interface QueryClientOptions {
  /** A read or a write met a session that has ended. */
  onUnauthorized?: (client: QueryClient) => void
}

/** No retries, no refetch, never stale: the streams and the mutations keep the cache fresh. */
export function createQueryClient({ onUnauthorized }: QueryClientOptions = {}) {
  const onError = (error: Error) => {
    if (isUnauthorized(error)) onUnauthorized?.(client)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: read(),
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Ask even when the browser believes to be offline: the server may run on this very machine.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
