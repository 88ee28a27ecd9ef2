import * as z from 'zod/mini'
import { Instant, UserId } from '../../../ids.ts'

/** Entries of one batch, and accounts of which it counts what was dropped. */
export const maxNoted = 500
/** Characters of a path and of an error's sentence that are kept, and of its code. */
export const maxNotedText = 200
export const maxNotedCode = 60

const text = (max: number) => z.string().check(z.maxLength(max))

export const NotedRequest = z.object({
  requestId: z.uuid(),
  userId: UserId,
  /** Absent: made in a session. */
  keyId: z.optional(text(100)),
  at: Instant,
  method: text(10),
  path: text(maxNotedText),
  status: z.int().check(z.gte(100), z.lte(599)),
  ms: z.int().check(z.gte(0)),
  error: z.optional(text(maxNotedText)),
  code: z.optional(text(maxNotedCode)),
})
export type NotedRequest = z.infer<typeof NotedRequest>

/** Requests of an account that are not in a batch, as there was no room for them. */
export const DroppedCount = z.object({
  userId: UserId,
  count: z.int().check(z.gte(1)),
  from: Instant,
  to: Instant,
})
export type DroppedCount = z.infer<typeof DroppedCount>

/** `POST /internal/requests`, gateway to account: what accounts have asked. The same batch again stores no request twice. */
export const NoteRequests = z.object({
  requests: z.array(NotedRequest).check(z.maxLength(maxNoted)),
  dropped: z.array(DroppedCount).check(z.maxLength(maxNoted)),
})
export type NoteRequests = z.infer<typeof NoteRequests>

export const NotedRequests = z.object({ stored: z.int() })
