import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'

/** Parts of what people are served, as the status page names them. */
export const servedParts = ['submissions', 'voices', 'streams', 'webhooks'] as const
export type ServedPartName = (typeof servedParts)[number]

/** `unknown`: the platform was not there yet. */
export const ServedState = z.enum(['operational', 'degraded', 'down', 'unknown'])
export type ServedState = z.infer<typeof ServedState>

/** Percent of the known time in which it was not down, rounded down to hundredths; null while nothing is known. */
const Uptime = z.nullable(z.number())

/** A part, now and before: the last 24 hours and 90 days (UTC), each the oldest first, with the worst state in it. */
export const ServedPart = z.object({
  part: z.enum(servedParts),
  now: ServedState,
  hours: z.array(z.object({ startsAt: Instant, state: ServedState })),
  uptimeOfDay: Uptime,
  days: z.array(z.object({ day: z.iso.date(), state: ServedState, uptime: Uptime })),
  uptime: Uptime,
})
export type ServedPart = z.infer<typeof ServedPart>

/** `GET /internal/served`, gateway to jobs and notifier: the parts that the service answers for. */
export const ServedAnswer = z.array(ServedPart)
export type ServedAnswer = z.infer<typeof ServedAnswer>
