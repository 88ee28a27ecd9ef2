import * as z from 'zod/mini'
import { Checked } from '../../jobs.ts'

/** How a job's sound is to be checked. */
export const JobCheck = z.enum(Checked.options, "check must be 'shape' or 'words'")

/** As a field of a job's request: of the same request whether `shape` is sent or left out. */
export const checkField = {
  check: z.optional(
    z.pipe(
      JobCheck,
      z.transform((value) => (value === 'shape' ? undefined : value)),
    ),
  ),
}
