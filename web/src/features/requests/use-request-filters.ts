import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { withParams } from '../../lib/with-params.ts'
import type { RequestFilters } from './queries.ts'

/** Browsers refuse an address that changes with every letter (Safari after 100 in 30 s). */
const addressPauseMs = 300
const names = ['status', 'key', 'method'] as const
type FilterName = (typeof names)[number]
const requestId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The filters of the log, kept in the address: `?status=&key=&method=&q=`. A whole request id in `q` is looked for, all else begins a path. */
export function useRequestFilters() {
  const [search, setSearch] = useSearchParams()
  const inAddress = search.get('q') ?? ''
  const [text, setText] = useState(inAddress)
  const written = useRef(inAddress)

  const write = (next: Record<string, string>) => setSearch((present) => withParams(present, next), { replace: true })

  // The address was changed by somebody else: by Back, or by a link to this screen.
  useEffect(() => {
    if (written.current !== inAddress) setText(inAddress)
    written.current = inAddress
  }, [inAddress])

  const writeText = useEffectEvent(() => {
    if (text === inAddress) return
    written.current = text
    write({ q: text })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter starts the pause again.
  useEffect(() => {
    const timer = setTimeout(writeText, addressPauseMs)
    return () => clearTimeout(timer)
  }, [text])

  const wanted = inAddress.trim()
  const filters: RequestFilters = {
    ...Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []))),
    ...(requestId.test(wanted) && { requestId: wanted.toLowerCase() }),
    ...(wanted && !requestId.test(wanted) && { path: wanted.startsWith('/') ? wanted : `/${wanted}` }),
  }
  return {
    filters,
    text,
    setText,
    set: (name: FilterName, value: string) => write({ [name]: value }),
    clear: () => {
      setText('')
      written.current = ''
      write({ status: '', key: '', method: '', q: '' })
    },
  }
}

export type RequestFilterState = ReturnType<typeof useRequestFilters>
