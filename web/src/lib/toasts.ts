import { useEffect, useSyncExternalStore } from 'react'

export interface Toast {
  title: string
  text?: string
  isDestructive?: boolean
  /** A way out, next to the text: a path of our own, or something to do. */
  action?: { label: string } & ({ to: string } | { run: () => void })
  /** The job that it tells of: whoever looks at it has no need of it. */
  jobId?: string
  /** Milliseconds for which it is shown; absent: 5 s. The time stands still while it is pointed at. */
  durationMs?: number
  /** Called once when it is no longer shown: its time is over, it was closed, or another took its place. */
  onGone?: () => void
}

type Shown = Toast & { id: number }

let shown: Shown | undefined
let lastId = 0
const listeners = new Set<() => void>()

function show(next: Shown | undefined): void {
  const before = shown
  shown = next
  for (const listener of listeners) listener()
  if (before?.id !== next?.id) before?.onGone?.()
}

/** The jobs whose details are open. */
const seenJobs = new Set<string>()

/** Only one toast is shown at a time: a new one takes the older one's place. */
export function toast(next: Toast): void {
  if (next.jobId !== undefined && seenJobs.has(next.jobId)) return
  lastId += 1
  show({ ...next, id: lastId })
}

export const toastError = (title: string, text: string): void => toast({ title, text, isDestructive: true })

/** Closing a toast that has been replaced closes nothing. */
export function closeToast(id: number): void {
  if (shown?.id === id) show(undefined)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useToast = (): Shown | undefined => useSyncExternalStore(subscribe, () => shown)

/** The number of the last toast, also when it is closed; 0 before the first. */
export const useLastToast = (): number => useSyncExternalStore(subscribe, () => lastId)

/** While a job's details are open: a toast that tells of it goes, and none comes. */
export function useSeenJob(jobId: string | undefined): void {
  useEffect(() => {
    if (jobId === undefined) return
    seenJobs.add(jobId)
    if (shown?.jobId === jobId) show(undefined)
    return () => void seenJobs.delete(jobId)
  }, [jobId])
}
