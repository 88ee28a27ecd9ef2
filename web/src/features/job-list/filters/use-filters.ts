import { JobStatus } from '@utter/contracts/jobs'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { withParams } from '../../../lib/with-params.ts'
import type { Filters } from './filter-rows.ts'

/** Browsers refuse an address that changes with every letter (Safari after 100 in 30 s). */
const addressPauseMs = 200

export interface FilterState extends Filters {
  setText: (text: string) => void
  setStatus: (status: string) => void
  clearCode: () => void
  clearTag: () => void
  clear: () => void
}

/** The filters of the list, kept in the address: `?q=&status=&code=&tag=`. An unknown status is all of them. */
export function useFilters(): FilterState {
  const [search, setSearch] = useSearchParams()
  const inAddress = search.get('q') ?? ''
  const [text, setText] = useState(inAddress)
  /** Texts that this screen has written and that the address does not show yet. */
  const written = useRef<string[]>([])
  const status = JobStatus.safeParse(search.get('status')).data

  const write = (next: Record<string, string>) => {
    if (next.q !== undefined && next.q !== inAddress) written.current.push(next.q)
    setSearch((present) => withParams(present, next), { replace: true })
  }

  // The address was changed by somebody else: by Back, or by a link to this screen.
  useEffect(() => {
    const own = written.current.lastIndexOf(inAddress)
    if (own >= 0) written.current.splice(0, own + 1)
    else setText(inAddress)
  }, [inAddress])

  // Another filter that was set meanwhile has written the text too.
  const writeText = useEffectEvent(() => {
    if (text !== inAddress) write({ q: text })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter starts the pause again.
  useEffect(() => {
    const timer = setTimeout(writeText, addressPauseMs)
    return () => clearTimeout(timer)
  }, [text])

  return {
    text,
    status,
    code: search.get('code') || undefined,
    tag: search.get('tag') || undefined,
    setText,
    setStatus: (next) => write({ q: text, status: next }),
    clearCode: () => write({ code: '' }),
    clearTag: () => write({ tag: '' }),
    clear: () => {
      setText('')
      write({ status: '', code: '', tag: '', q: '' })
    },
  }
}

/** Empty values leave the address; other parameters stay. */
