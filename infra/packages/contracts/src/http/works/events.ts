import * as z from 'zod/mini'
import { Id } from '../../ids.ts'
import { ChapterState, WorkState } from './views.ts'

/** How far a chapter is. `version` is that of its document: a change with a lower one than was seen is late. */
export const ChapterProgress = z.object({
  chapterId: Id,
  version: z.int(),
  title: z.string(),
  /** Place in its work, from 0. */
  position: z.int(),
  state: ChapterState,
  /** 0 to 100: characters that are spoken as they are now. */
  progress: z.int(),
  /** A count of its changes, from 1. */
  revision: z.int(),
  /** Milliseconds of sound; absent: not all of it is spoken. */
  durationMs: z.optional(z.int()),
  /** Why a part of it has failed. */
  error: z.optional(z.string()),
})
export type ChapterProgress = z.infer<typeof ChapterProgress>

/** How far a work is. `version` counts the changes of its state. */
export const workProgress = {
  workId: Id,
  version: z.int(),
  title: z.string(),
  state: WorkState,
  /** Why it is paused, where its owner has not paused it. */
  reason: z.optional(z.string()),
  /** 0 to 100. */
  progress: z.int(),
  characters: z.int(),
}

/**
 * The unnamed event of `GET /api/events/works/{workId}`, whose SSE id is `version`, and the event `work` of `GET /api/events`, which has none. `chapters`: those that
 * have changed; in the first event of a work's stream all of them.
 */
export const WorkEvent = z.object({ ...workProgress, chapters: z.array(ChapterProgress) })
export type WorkEvent = z.infer<typeof WorkEvent>

/** The event `work-deleted` of `GET /api/events`: a work is gone, by its owner, or at the end of its lifetime. */
export const WorkDeletedEvent = z.object({ workId: Id })
export type WorkDeletedEvent = z.infer<typeof WorkDeletedEvent>
