import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'

/** An account that the operator has suspended: it reads, pays, ends what it has and leaves, and starts nothing. */
export const Suspension = z.object({ since: Instant, reason: z.string() })
export type Suspension = z.infer<typeof Suspension>
