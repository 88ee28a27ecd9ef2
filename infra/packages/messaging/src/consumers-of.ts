import type { ConsumedBy, Service } from '@utter/contracts/flow'
import type { Handler } from './handler.ts'

/** Every consumer of a service, by the type of its event: one that `flow` names and that is missing does not compile. */
export type ConsumersOf<S extends Service> = { readonly [Type in ConsumedBy<S>]: Handler<Type> }
