import * as z from 'zod/mini'
import { defineEvent } from '../../event.ts'
import { ChapterProgress, workProgress } from '../../http/works/events.ts'
import { Instant } from '../../ids.ts'

/**
 * A work has another state, or a chapter of it another state, text or progress: then `chapter` says which, and the rest is the work as it was examined. `at`: when that was found.
 * In the topic of ends, which outlives an outage of its consumers; versions before pass it by or set it aside. Published at least once: with the same `version` of the work or of
 * the chapter what it says of that is the same, and a lower one than was seen is late.
 */
export const WorkChanged = defineEvent(
  'job.finished',
  'work-changed',
  z.object({ ...workProgress, at: Instant, chapter: z.optional(ChapterProgress) }),
)
