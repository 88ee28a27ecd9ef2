import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'

/** Jobs of one act: each is a call, and the account's calls in a minute are bounded. */
export const maxChosen = 200

export interface Choice {
  /** The chosen ones among the rows that are shown, in their order: nothing that is out of sight is acted on. */
  rows: readonly JobRow[]
  ids: ReadonlySet<string>
  /** All that are shown, or as many of them as can be. */
  isAll: boolean
  /** @param isRange with all from the one that was chosen last */
  toggle: (jobId: string, isRange: boolean) => void
  all: () => void
  clear: () => void
  /** Leaves these chosen alone. */
  keep: (rows: readonly JobRow[]) => void
}

const none: ReadonlySet<string> = new Set()

/** The rows of a list that a person has chosen. */
export function useChoice(rows: readonly JobRow[] | undefined): Choice {
  const [chosen, setChosen] = useState(none)
  const anchor = useRef<string>(undefined)
  const shown = useRef(rows)
  useLayoutEffect(() => {
    shown.current = rows
  }, [rows])

  const chosenRows = useMemo(
    () => (chosen.size === 0 ? [] : (rows ?? []).filter(({ id }) => chosen.has(id))),
    [rows, chosen],
  )
  const ids = useMemo(() => new Set(chosenRows.map(({ id }) => id)), [chosenRows])

  const toggle = useCallback((jobId: string, isRange: boolean) => {
    const between = isRange ? rowsBetween(shown.current ?? [], anchor.current, jobId) : []
    anchor.current = jobId
    setChosen((before) => {
      const next = new Set(before)
      if (between.length > 0) for (const { id } of between) next.add(id)
      else if (!next.delete(jobId)) next.add(jobId)
      return bounded(next)
    })
  }, [])
  const all = useCallback(() => setChosen(bounded(new Set(shown.current?.map(({ id }) => id)))), [])
  const clear = useCallback(() => setChosen(none), [])
  const keep = useCallback((kept: readonly JobRow[]) => setChosen(new Set(kept.map(({ id }) => id))), [])
  const isAll = chosenRows.length > 0 && chosenRows.length === Math.min(rows?.length ?? 0, maxChosen)
  return { rows: chosenRows, ids, isAll, toggle, all, clear, keep }
}

function rowsBetween(rows: readonly JobRow[], from: string | undefined, to: string): readonly JobRow[] {
  const places = [from, to].map((id) => rows.findIndex((row) => row.id === id))
  const [first = -1, last = -1] = places.sort((a, b) => a - b)
  return first < 0 ? [] : rows.slice(first, last + 1)
}

const bounded = (ids: ReadonlySet<string>): ReadonlySet<string> =>
  ids.size <= maxChosen ? ids : new Set([...ids].slice(0, maxChosen))
