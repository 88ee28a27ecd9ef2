import * as z from 'zod/mini'
import { UserId } from '../../../ids.ts'

/**
 * `GET /internal/billing/overcharged` and `POST /internal/billing/overcharged/credit`, operator to billing: accounts of which bonus calls were
 * billed as calls past the plan. An account that cannot be compared now is named apart.
 */
export const Overcharges = z.object({
  overcharged: z.array(
    z.object({
      userId: UserId,
      calls: z.int(),
      /** The charge for them, in US cents. */
      cents: z.int(),
    }),
  ),
  notCompared: z.array(UserId),
})
export type Overcharges = z.infer<typeof Overcharges>
