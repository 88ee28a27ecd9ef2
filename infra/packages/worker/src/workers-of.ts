import type { ConsumedBy, Service } from '@utter/contracts/flow'
import type { StepRequest, Worker } from './worker.ts'

/**
 * Every worker of a service, by the type of its event: one that `flow` names and that is missing does not compile.
 * `Quick` are the events that the service consumes without paid work.
 */
export type WorkersOf<S extends Service, Quick extends ConsumedBy<S> = never> = {
  readonly [Type in Exclude<ConsumedBy<S>, Quick>]: Worker<StepRequest, unknown, Type>
}
