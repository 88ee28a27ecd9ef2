import * as z from 'zod/mini'
import { Instant } from '../../../ids.ts'

/**
 * `GET /internal/accounts/:userId/segments`, jobs to billing: the latest parts of periods in which one plan held, oldest first, the present
 * one last. Empty before the account's first submission. A deleted account's are there for a month.
 */
export const Segments = z.object({
  segments: z.array(
    z.object({
      /** The `segment` of the jobs that took their calls from it. */
      start: Instant,
      /** Bonus calls that were there to be spent in it. */
      bonusBalance: z.int(),
      /**
       * Bonus calls that the segments before it used, ever; with its balance, those that were earned. Absent while a call of theirs, or of its
       * own once it is over, may still be returned.
       */
      bonusSpent: z.optional(z.int()),
      /** Calls taken from it still: until it is over. */
      isPresent: z.boolean(),
    }),
  ),
})
export type Segments = z.infer<typeof Segments>
