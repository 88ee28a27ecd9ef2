import type { Envelope, EventDefinition } from '@utter/contracts/event'

/** What a handler is told beside the data. */
export type About = Pick<Envelope, 'userId' | 'version' | 'occurredAt'>

/** A door for one event: what it means here. Doubles and late-comers are ordinary. */
export type Handler = { event: EventDefinition; handle(data: unknown, about: About): Promise<void> }

/** Declares what a quick consumer does with an event; what it throws is tried again. */
export const on = <Data>(
  event: EventDefinition<Data>,
  handle: (data: Data, about: About) => Promise<void>,
): Handler => ({
  event: event as EventDefinition,
  handle: handle as Handler['handle'],
})
