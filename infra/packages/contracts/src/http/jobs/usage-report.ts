import * as z from 'zod/mini'
import { day } from './usage.ts'

/** UTC days that one report may have, both ends included. */
export const maxReportDays = 92

/** By what the lines of a report's CSV are. */
const parts = ['day', 'key', 'voice', 'outcome'] as const

/** The query of `GET /api/usage/report`: days in UTC, both included; without them those of the present period. `by` is of the CSV alone. */
export const UsageReportQuery = z.object({
  from: z.optional(day('from')),
  to: z.optional(day('to')),
  format: z.optional(z.enum(['json', 'csv'], 'format must be json or csv')),
  by: z.optional(z.enum(parts, 'by must be day, key, voice or outcome')),
})
export type ReportPart = (typeof parts)[number]

/** How jobs ended. `cached`: their sound was there before, and they were free. */
export const Ends = z.object({ completed: z.int(), failed: z.int(), cancelled: z.int(), cached: z.int() })
export type Ends = z.infer<typeof Ends>

/** Times of so many jobs, in ms: half of them, and 95 of a hundred, took no longer. Each is within 4.4 % of the exact one. */
export const TimesView = z.object({ jobs: z.int(), p50Ms: z.int(), p95Ms: z.int() })
export type TimesView = z.infer<typeof TimesView>

const figures = z.extend(Ends, {
  calls: z.int(),
  overageCalls: z.int(),
  /** US dollars with two decimals, rounded here; a sum of days may differ from the total by that. */
  overageCost: z.string(),
  /** From the submission of jobs that were spoken to their end; null: of none. */
  toEnd: z.nullable(TimesView),
  /** The same to the first sound, of those that are heard as they are spoken. */
  toSound: z.nullable(TimesView),
})

/**
 * `GET /api/usage/report`: the calls of a range, how its jobs ended, how long they took and what they cost, by the UTC day on which they ended,
 * and by voice and key. Deleted jobs are among them. A job that has not ended is on no day yet.
 */
export const UsageReport = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** The first day of which all is counted: those before it have calls alone, as `completed`. Null: all have. */
  endsFrom: z.nullable(z.iso.date()),
  totals: figures,
  days: z.array(z.extend(figures, { day: z.iso.date() })),
  voices: z.array(z.extend(Ends, { voiceId: z.string(), calls: z.int() })),
  /** Null: by a session. */
  keys: z.array(z.extend(Ends, { keyId: z.nullable(z.string()), calls: z.int() })),
})
export type UsageReport = z.infer<typeof UsageReport>
