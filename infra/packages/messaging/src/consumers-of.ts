import type { HeardBy, Service } from '@utter/contracts/flow'
import type { Handler } from './handler.ts'
import type { Asked, Worker } from './worker.ts'

/** Every consumer of a service, by the type of its event: one that `flow` names and that is missing does not compile. */
export type ConsumersOf<S extends Service> = { readonly [Type in HeardBy<S>]: Handler<Type> }
/** The same for a service whose consumers are paid work. */
export type WorkersOf<S extends Service> = { readonly [Type in HeardBy<S>]: Worker<Asked, unknown, Type> }
