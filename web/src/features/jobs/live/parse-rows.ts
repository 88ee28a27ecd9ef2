import { JobRow } from '@utter/contracts/http/jobs/job-views'
import * as z from 'zod/mini'

export type Report = (error: unknown) => void

/** Rows of a list, each parsed by itself: one that does not fit is reported and left out, and the others are shown. */
export function parseRows(answer: unknown, report: Report): JobRow[] {
  return z
    .array(z.unknown())
    .parse(answer)
    .flatMap((one) => {
      const { data, error } = JobRow.safeParse(one)
      if (data) return [data]
      report(
        new Error(`A row of a list does not fit its schema: ${error?.issues[0]?.path.join('.')}`, { cause: error }),
      )
      return []
    })
}
