import type { Envelope, EventDefinition } from '@utter/contracts/event'

/** What a handler gets beside the data. */
export type About = Pick<Envelope, 'userId' | 'version' | 'occurredAt'>

/**
 * The rest of a handling: the next message of the key need not wait for it, but the message is acked only when it has resolved. Should it fail, the message is handled again, beside later ones of its key.
 */
export type PendingAck = { rest: Promise<void> }
type Handled = Promise<void> | Promise<PendingAck | undefined>

/** The message is acked when `rest` has resolved; a rejection before that is handled then. */
export function ackAfter(rest: Promise<void>): PendingAck {
  rest.catch(() => {})
  return { rest }
}

/** A door for one event: what it means here. Doubles and late-comers are ordinary. */
export type Handler<Type extends string = string> = {
  event: EventDefinition<unknown, Type>
  handle(data: unknown, about: About): Handled
}

/** Declares what a quick consumer does with an event; what it throws is tried again. */
export const on = <Data, Type extends string = string>(
  event: EventDefinition<Data, Type>,
  handle: (data: Data, about: About) => Handled,
): Handler<Type> => ({
  event: event as EventDefinition<unknown, Type>,
  handle: handle as Handler['handle'],
})
