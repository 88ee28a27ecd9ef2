import * as z from 'zod/mini'

/** How a job's sound is held against its text: by its length, silence and end, or so that each word must be there as well. */
export const JobCheck = z.enum(['shape', 'words'], "check must be 'shape' or 'words'")

/** As a field of a job's request: of the same request whether `shape` is sent or left out. */
export const checkField = {
  check: z.optional(
    z.pipe(
      JobCheck,
      z.transform((value) => (value === 'shape' ? undefined : value)),
    ),
  ),
}
