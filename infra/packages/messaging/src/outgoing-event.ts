import type { EventDefinition, Lane } from '@utter/contracts/event'

/** Something that became true, ready to be published. Services build events in `publishes/`. */
export type OutgoingEvent<Data = unknown> = {
  event: EventDefinition<Data>
  userId: string
  /** Of the document that it speaks of; a consumer drops what is older than what it has. */
  version: number
  data: Data
  /** For events with two lanes; the fast one if absent. */
  lane?: Lane
}

export const eventOf = <Data>(
  event: EventDefinition<Data>,
  rest: Omit<OutgoingEvent<Data>, 'event'>,
): OutgoingEvent<Data> => ({
  event,
  ...rest,
})
