import type { EventDefinition, Lane } from '@utter/contracts/event'

/** Something that became true, ready to be published. Services build events in `publishes/`. */
export type OutgoingEvent<Data = unknown> = {
  event: EventDefinition<Data>
  userId: string
  /** The version of the document that the event is about; a consumer drops an older one than it has. */
  version: number
  data: Data
  /** For events with two lanes; the fast one if absent. */
  lane?: Lane
  /** The W3C trace that it belongs to; that of its publication if absent. */
  traceId?: string
  /** The span of that trace to hang under, where it is published outside of it. */
  spanId?: string
}

/** The place in its trace that a document keeps, as its events have it. */
export const tracePlaceOf = ({ traceId, spanId }: { traceId?: string; spanId?: string }) => ({
  ...(traceId && { traceId }),
  ...(spanId && { spanId }),
})

export const eventOf = <Data>(
  event: EventDefinition<Data>,
  rest: Omit<OutgoingEvent<Data>, 'event'>,
): OutgoingEvent<Data> => ({
  event,
  ...rest,
})
