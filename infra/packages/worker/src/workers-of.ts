import type { ConsumedBy, Service } from '@utter/contracts/flow'
import type { StepRequest, Worker } from './worker.ts'

/** Every worker of a service, by the type of its event: one that `flow` names and that is missing does not compile. */
export type WorkersOf<S extends Service> = { readonly [Type in ConsumedBy<S>]: Worker<StepRequest, unknown, Type> }
