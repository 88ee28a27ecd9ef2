import type { JobEvent, JobRow } from '@utter/contracts/http/jobs/job-views'
import { isFinal } from '@utter/contracts/jobs'

/** Applies one event to a job as it is shown. Late and doubled events are ordinary; progress never runs backwards. */
export function applyEvent<T extends JobRow>(job: T, event: JobEvent, version: number): T {
  if (version <= job.version || isFinal(job.status)) return job
  const { status, progress, audioUrl, error } = event
  // No event has a position: the first change of a waiting job is that it waits no more.
  const { position: _, ...rest } = job
  return {
    ...(rest as T),
    status,
    progress: Math.max(job.progress, progress),
    ...(audioUrl !== undefined && { audioUrl }),
    ...(error !== undefined && { error }),
    version,
  }
}

export const keepNewer = <T extends JobRow>(before: T | undefined, now: T): T =>
  before?.id === now.id && before.version > now.version ? before : now

export function keepNewerRows(before: JobRow[] | undefined, now: JobRow[]): JobRow[] {
  const known = new Map(before?.map((row) => [row.id, row]))
  return now.map((row) => keepNewer(known.get(row.id), row))
}

/** Applies an event to its row; undefined when there is no such row, so that the list has to be read. */
export function applyToRows(rows: JobRow[], jobId: string, event: JobEvent, version: number): JobRow[] | undefined {
  const at = rows.findIndex(({ id }) => id === jobId)
  const row = rows[at]
  if (!row) return undefined
  const applied = applyEvent(row, event, version)
  return applied === row ? rows : rows.with(at, applied)
}
