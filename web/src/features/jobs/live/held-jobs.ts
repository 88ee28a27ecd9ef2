import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { useMemo, useSyncExternalStore } from 'react'

/** The ids of jobs that are shown as deleted, and are not yet. */
let held: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

/** @param isHeld false: they are shown again, or gone */
export function holdJobs(ids: readonly string[], isHeld: boolean): void {
  const next = new Set(held)
  for (const id of ids) {
    if (isHeld) next.add(id)
    else next.delete(id)
  }
  held = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The rows without those that are about to be deleted. */
export function useWithoutHeld(rows: JobRow[] | undefined): JobRow[] | undefined {
  const ids = useSyncExternalStore(subscribe, () => held)
  return useMemo(() => (ids.size === 0 ? rows : rows?.filter(({ id }) => !ids.has(id))), [rows, ids])
}
