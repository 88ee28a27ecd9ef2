import type { Clock } from './clock/clock.ts'
import type { Emit } from './events/emit.ts'
import type { State } from './store/state.ts'
import type { Store } from './store/store.ts'

/** The state and settings that every call, page and rule works on. */
export type Context = {
  state: State
  store: Store
  clock: Clock
  emit: Emit
  /** Where people reach the pages, without a slash at its end. */
  publicUrl: string
  /** Where events for that address are sent, without a slash at its end. */
  gatewayUrl?: string
  webhookSecret: string
}
