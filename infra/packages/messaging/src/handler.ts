import type { Envelope, EventDefinition } from '@utter/contracts/event'

/** The fields of the envelope that a handler gets besides the data. */
export type About = Pick<Envelope, 'userId' | 'version' | 'occurredAt'>

/** The part of a message that is known before its value is parsed. */
export type Address = {
  userId: string
  /** The job's id, else the account's. */
  key: string
}

/**
 * The rest of a handling, for which the next message of the key need not wait; the message is acked when it has
 * resolved. Should it fail, the message is handled again, in parallel to later ones of its key.
 */
export type PendingAck = { rest: Promise<void> }
type Handled = Promise<void> | Promise<PendingAck | undefined>

/** Acks the message when `rest` has resolved; an earlier rejection is handled then. */
export function ackAfter(rest: Promise<void>): PendingAck {
  rest.catch(() => {})
  return { rest }
}

/** The message itself, for a handler that keeps it. `text`: its value, which may have fields that this version does not know. */
export type Source = { topic: string; text(): string }

/** A consumer of one event. Duplicate and late messages are ordinary. */
export type Handler<Type extends string = string> = {
  event: EventDefinition<unknown, Type>
  handle(data: unknown, about: About, source?: Source): Handled
  /**
   * In a broadcast, whether a message is of use here; asked in the moment in which it is fetched. Messages that no handler of
   * their topic wants are acked unparsed. A message without the account's header, as older versions send it, is always handled.
   */
  wants?(address: Address): boolean
}

/** The handler of a quick consumer; when it throws, the message is retried. */
export const on = <Data, Type extends string = string>(
  event: EventDefinition<Data, Type>,
  handle: (data: Data, about: About, source?: Source) => Handled,
  options: Pick<Handler, 'wants'> = {},
): Handler<Type> => ({
  event: event as EventDefinition<unknown, Type>,
  handle: handle as Handler['handle'],
  ...options,
})
