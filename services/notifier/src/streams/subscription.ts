import { releaseWith } from '@utter/http/limits/limit-in-flight'
import type { FastifyReply } from 'fastify'
import type { Change } from '../domain/change.ts'
import type { Listener } from './hub.ts'

/** Changes of a job, a work or an account for as long as a response lasts: held until the present state is sent, then handled as they come. */
export type Subscription<One = Change> = { held: One[]; handle: Listener<One> }

/**
 * Subscribes before the present state is read, or a change in between would be lost.
 * @param acquire counts the stream against its account's limit, and returns what ends the count
 * @param follow subscribes to the hub, and returns what unsubscribes
 */
export function subscribe<One = Change>(
  reply: FastifyReply,
  acquire: () => () => void,
  follow: (listener: Listener<One>) => () => void,
): Subscription<One> {
  const release = acquire()
  const subscription: Subscription<One> = { held: [], handle: (change) => void subscription.held.push(change) }
  const unfollow = follow((change) => subscription.handle(change))
  // However the response ends, and also when the client leaves while jobs is being called.
  releaseWith(reply, () => {
    unfollow()
    release()
  })
  return subscription
}
