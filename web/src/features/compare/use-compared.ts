import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

const name = 'compare'

export interface Compared {
  /** `?compare=` of the address: two jobs, the earlier one first. */
  ids: readonly [string, string] | undefined
  close: () => void
}

/** The two takes that are compared, kept in the address: it can be sent to somebody. */
export function useCompared(): Compared {
  const [search, setSearch] = useSearchParams()
  const [first, second] = search.get(name)?.split(',') ?? []
  const close = useCallback(
    () =>
      setSearch(
        (present) => {
          const params = new URLSearchParams(present)
          params.delete(name)
          return params
        },
        { replace: true },
      ),
    [setSearch],
  )
  return { ids: first && second && first !== second ? [first, second] : undefined, close }
}
