import type { EventDefinition, Lane } from '@utter/contracts/event'

/** Something that became true, ready to be said. Services build facts in `emits/`. */
export type Fact<Data = unknown> = {
  event: EventDefinition<Data>
  userId: string
  /** Of the document that it speaks of; a listener drops what is older than what it has. */
  version: number
  data: Data
  /** For events with two lanes; the fast one if absent. */
  lane?: Lane
}

export const fact = <Data>(event: EventDefinition<Data>, rest: Omit<Fact<Data>, 'event'>): Fact<Data> => ({
  event,
  ...rest,
})
