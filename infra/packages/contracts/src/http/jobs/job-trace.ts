import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'
import { Checked } from '../../jobs.ts'

export const traceStages = ['waiting', 'chat', 'speech', 'storing', 'delivery'] as const

/**
 * A stage of a job, each once and in the order of the list: `waiting` until a worker starts it for the first time,
 * `chat` and `speech` from their first start to their end, with the pauses between their tries, `storing` while the
 * sound is mastered and written, `delivery` of the webhook. Between two stages the job waited for a worker.
 */
export const TraceStage = z.object({
  stage: z.enum(traceStages),
  startedAt: Instant,
  /** Absent while it lasts. */
  endedAt: z.optional(Instant),
  ms: z.optional(z.int()),
  /** Starts of the stage: more than one where a worker died or a vendor was unavailable. */
  tries: z.int(),
  provider: z.optional(z.string()),
  model: z.optional(z.string()),
  /** The id of the voice that has spoken. */
  voice: z.optional(z.string()),
  /** Written by the model. */
  tokens: z.optional(z.int()),
  /** Length of the text that was spoken. */
  characters: z.optional(z.int()),
  /** Pieces of it that were spoken, those spoken again too. */
  recordings: z.optional(z.int()),
  /** How they were held against the text. */
  checked: z.optional(Checked),
  /** Time in a worker's slot, in ms: without the turns of others in between. */
  workMs: z.optional(z.int()),
})
export type TraceStage = z.infer<typeof TraceStage>

/** Calls of the account that the job costs: 1 from its submission on, 0 once it has failed, and for one from the cache. */
export const JobCost = z.object({ calls: z.int().check(z.gte(0), z.lte(1)) })
export type JobCost = z.infer<typeof JobCost>
