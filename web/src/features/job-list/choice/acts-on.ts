import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { isFinal } from '@utter/contracts/jobs'

/** The chosen jobs with which each act can be done. */
export const actsOn = (rows: readonly JobRow[]) => {
  const ended = rows.filter(({ status }) => isFinal(status))
  return {
    cancel: rows.filter(({ status }) => !isFinal(status)),
    retry: ended,
    save: ended.filter(({ audioUrl }) => audioUrl !== undefined),
    tag: rows,
    delete: ended,
  }
}
