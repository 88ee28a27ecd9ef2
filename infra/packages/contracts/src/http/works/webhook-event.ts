import * as z from 'zod/mini'
import { Id, Instant } from '../../ids.ts'
import { ChapterState, WorkState } from './views.ts'

export const workWebhookTypes = [
  'work.chapter.completed',
  'work.chapter.failed',
  'work.completed',
  'work.failed',
  'work.paused',
] as const

/**
 * The message to a receiver about a work, or about the chapter that it names. States are those that the message is about; what else there is to say of a work is as it was when
 * the message was first sent.
 */
export const WorkWebhookEvent = z.object({
  type: z.enum(workWebhookTypes),
  timestamp: Instant,
  data: z.object({
    workId: Id,
    requestId: z.string(),
    title: z.string(),
    /** State that the message is about; where that is one of a chapter, the work's when the message was made. */
    state: WorkState,
    reason: z.optional(z.string()),
    /** 0 to 100. */
    progress: z.int(),
    characters: z.int(),
    /** Calls that the work has taken so far. */
    calls: z.int(),
    /** Milliseconds of sound of all chapters that are spoken. */
    durationMs: z.int(),
    chapter: z.optional(
      z.object({
        chapterId: Id,
        title: z.string(),
        /** Place in its work, from 0. */
        position: z.int(),
        /** The count of its changes that the message is about. */
        revision: z.int(),
        state: ChapterState,
        durationMs: z.optional(z.int()),
        /** Absolute, for whoever may read jobs. */
        audioUrl: z.optional(z.string()),
        error: z.optional(z.string()),
      }),
    ),
  }),
})
export type WorkWebhookEvent = z.infer<typeof WorkWebhookEvent>
