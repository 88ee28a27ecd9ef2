import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'

/** `PUT /api/works/{id}/feed`: the address, which is told this once. */
export const NewWorkFeed = z.object({ url: z.string(), since: Instant })
export type NewWorkFeed = z.infer<typeof NewWorkFeed>

/** `GET /api/works/{id}/feed`: since when there is an address; absent: there is none. */
export const WorkFeed = z.object({ since: z.optional(Instant) })
export type WorkFeed = z.infer<typeof WorkFeed>
