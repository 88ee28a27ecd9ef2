import * as z from 'zod/mini'
import { Id, Instant, UserId } from './ids.ts'

/** The fields of every message besides its own data. `version` is that of the document that the message is about. */
export const Envelope = z.object({
  id: Id,
  type: z.string(),
  version: z.int(),
  occurredAt: Instant,
  userId: UserId,
  /** W3C trace context of what caused it; absent when nothing was traced. */
  traceparent: z.optional(z.string()),
  data: z.unknown(),
})
export type Envelope<Data = unknown> = Omit<z.infer<typeof Envelope>, 'data'> & { data: Data }

/** An account's first active jobs take the fast lane, the others the bulk lane: `<topic>` and `<topic>.bulk`. */
export const lanes = ['fast', 'bulk'] as const
export type Lane = (typeof lanes)[number]

export type EventDefinition<Data = unknown, Type extends string = string> = {
  topic: string
  type: Type
  data: z.ZodMiniType<Data>
  /** Whether the topic also has a bulk lane. */
  laned: boolean
}
/** The data that an event carries: `DataOf<typeof AudioStored>`. */
export type DataOf<E> = E extends EventDefinition<infer Data> ? Data : never

export function defineEvent<Type extends string, Schema extends z.ZodMiniType>(
  topic: string,
  type: Type,
  data: Schema,
  options: { laned?: boolean } = {},
): EventDefinition<z.infer<Schema>, Type> {
  return { topic, type, data: data as z.ZodMiniType<z.infer<Schema>>, laned: options.laned ?? false }
}

/** The topics of an event: a single one, or one for each lane. */
export const topicsOf = (event: EventDefinition): string[] =>
  event.laned ? [event.topic, bulkTopic(event.topic)] : [event.topic]

export const bulkTopic = (topic: string): string => `${topic}.bulk`
export const deadTopic = (topic: string): string => `${topic}.dead`
