import type { Context } from '../../context.ts'
import type { Kind } from '../../store/ids.ts'
import { emptyState, type State } from '../../store/state.ts'
import { createStore } from '../../store/store.ts'

/** Kinds that a bill changes: those of one customer are copied. All others are read alone. */
const changed = ['customers', 'subscriptions', 'schedules', 'invoices', 'invoiceItems', 'paymentIntents'] as const

/** A copy of a customer's objects, on which everything can be tried: nothing of it stays, and no event is sent. */
export function scratchOf(context: Context, customer: string): Context {
  const records = { ...context.state.records }
  const copy = <K extends Kind>(kind: K): void => {
    const own = Object.entries(records[kind]).filter(
      ([id, one]) => id === customer || (one as { customer?: string }).customer === customer,
    )
    records[kind] = structuredClone(Object.fromEntries(own)) as State['records'][K]
  }
  for (const kind of changed) copy(kind)
  const state = { ...emptyState(), records, invoiceNumber: context.state.invoiceNumber }
  return { ...context, state, store: createStore(state), emit: () => undefined }
}
