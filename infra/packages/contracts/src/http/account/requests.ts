import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'

/** How long an entry of the log of requests is kept. */
export const requestLogDays = 7

/** The methods of the API; others are refused before anybody is known. */
export const loggedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** `?key=`: requests of sessions, which have no key. */
export const sessionKey = 'session'

/** A request that was answered. */
export const AnsweredRequest = z.object({
  kind: z.literal('request'),
  requestId: z.string(),
  /** When its answer ended; of an answer that is a stream of events, when it began. */
  at: Instant,
  method: z.string(),
  /** Without its query. */
  path: z.string(),
  /** 499: the client was gone before an answer. */
  status: z.int(),
  /** Milliseconds from the request to `at`. */
  ms: z.int(),
  /** Null: made in a session. */
  keyId: z.nullable(z.string()),
  /** The sentence and the code of an answer from 400 on; null where it had none. */
  error: z.nullable(z.string()),
  code: z.nullable(z.string()),
})
export type AnsweredRequest = z.infer<typeof AnsweredRequest>

/** Requests of a minute that were answered, but are not in the log. */
export const DroppedRequests = z.object({
  kind: z.literal('dropped'),
  id: z.string(),
  /** The last of them. */
  at: Instant,
  from: Instant,
  count: z.int(),
})
export type DroppedRequests = z.infer<typeof DroppedRequests>

export const LoggedRequest = z.discriminatedUnion('kind', [AnsweredRequest, DroppedRequests])
export type LoggedRequest = z.infer<typeof LoggedRequest>
/** `GET /api/requests`: newest first. */
export const LoggedRequests = z.array(LoggedRequest)
