import type * as z from 'zod/mini'
import type { RequestHeader, ResponseHeader } from './headers.ts'

/** The parts of the API's description, in the order in which it shows them. */
export const apiTags = {
  Jobs: 'Texts that are spoken, and questions that are answered and spoken. Each request makes one job.',
  Batches: 'Many jobs with one request, on paid plans.',
  Works:
    'Books of up to a million characters, spoken by the chapter and changed by the paragraph, from the creator plan.',
  Streams: 'Server-sent events (`text/event-stream`): jobs as they change.',
  'Audio and voices': 'The sound of a job, and the voices that speak.',
  'For OpenAI’s clients':
    'The same voices by the requests of OpenAI’s speech: set the base address of its client to `…/v1`, and its key to one of ours.',
  'For agents (MCP)':
    'The same voices as tools of the Model Context Protocol: give an agent the address `…/mcp`, and one of our keys.',
  'For ElevenLabs’ clients':
    'The same voices by the requests of ElevenLabs’ speech: set the base address of its client to this one, and its key (`xi-api-key`) to one of ours.',
  'Marks and receipts':
    'Each mp3 states, signed, that a machine has spoken it; a receipt what a job has cost. Anybody can verify both.',
  Chat: 'Replies as text, without sound.',
  Webhooks: 'Signed messages to an address of your own when a job has ended, on paid plans.',
  'Usage and plans': 'What was used, what it costs, and what can be bought.',
  'API keys': 'Keys for programs, made and revoked with a login.',
  Account: 'Accounts, their passwords and their sessions.',
  Referrals: 'Friends who came by your link.',
  Payments: 'Pages where plans are paid for.',
  'Web pages': 'What the web app itself reports.',
} as const
export type ApiTag = keyof typeof apiTags

/** A JSON Schema (2020-12), or a part of one. */
export type JsonSchema = { [key: string]: unknown }

/** A kind of event of a stream. @param name absent for unnamed events, which `EventSource` gives as `message` */
export type StreamEvent = { name?: string; schema: z.ZodMiniType; description: string }

/** A success, besides or in place of the JSON of the route's own schema. */
export type OperationAnswer = {
  description?: string
  /** Types of contents that are not JSON. */
  types?: string[]
  /** Types of contents of many values, such as lines, with the schema of one. */
  items?: Record<string, z.ZodMiniType>
  /** The events of a `text/event-stream`. */
  events?: StreamEvent[]
  headers?: ResponseHeader[]
}

/**
 * The API's description of a public route, besides its schemas and its guard. A route without one is not part of it.
 */
export type Operation = {
  /** The `operationId`: a verb and a noun in camel case, unique in the whole API. */
  id: string
  tag: ApiTag
  /** A phrase without a full stop. */
  summary: string
  description?: string
  /** Parameters of the path and the query: a sentence each, or a part of a schema with it. */
  parameters?: Record<string, string | (JsonSchema & { description: string })>
  headers?: RequestHeader[]
  /** A body that works. */
  example?: unknown
  /** Types of a body that is a file, where the route has no schema for one. */
  files?: string[]
  /** JSON that may be sent in place of such a file. */
  inPlaceOfFile?: z.ZodMiniType
  answers?: { [status: number]: OperationAnswer }
  /** Refusals of this route's own, by status: their sentences. The refusals of every route are added. */
  refusals?: { [status: number]: string }
}

declare module 'fastify' {
  interface FastifySchema {
    operation?: Operation
  }
}
