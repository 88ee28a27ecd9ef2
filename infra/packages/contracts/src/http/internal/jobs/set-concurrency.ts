import * as z from 'zod/mini'

/** The largest number of active jobs of one account: each is in the one document of its allowance. */
const maxConcurrency = 10_000

export const Concurrency = z.object({
  concurrency: z
    .number('concurrency must be a whole number')
    .check(
      z.int('concurrency must be a whole number'),
      z.gte(1, 'concurrency must be at least 1'),
      z.lte(maxConcurrency, `concurrency must be at most ${maxConcurrency}`),
    ),
})

/** `PUT /internal/accounts/:userId/concurrency`, operator to jobs: in place of the plan's figure, answered with the new one. */
export const SetConcurrency = z.extend(Concurrency, { signedUpAt: z.iso.datetime('signedUpAt must be a time') })
export type SetConcurrency = z.infer<typeof SetConcurrency>
