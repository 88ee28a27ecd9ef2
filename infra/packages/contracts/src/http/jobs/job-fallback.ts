import * as z from 'zod/mini'

/** The voices that may speak a job while the vendor of its own is away. */
export const JobFallback = z.enum(['none', 'same_language', 'any'], "fallback must be 'none', 'same_language' or 'any'")

/** As a field of a job's request: of the same request whether `none` is sent or left out. */
export const fallbackField = {
  fallback: z.optional(
    z.pipe(
      JobFallback,
      z.transform((value) => (value === 'none' ? undefined : value)),
    ),
  ),
}
