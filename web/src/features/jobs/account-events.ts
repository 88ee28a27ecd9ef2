import type { AccountJobEvent } from '@utter/contracts/http/job-views'

/** An event of the account's stream, or null when the stream has opened: changes may have been missed. */
type Listener = (event: AccountJobEvent | null) => void

const listeners = new Set<Listener>()

/** Within this tab, from the account's stream to those who follow one job by it. */
export const accountEvents = {
  emit(event: AccountJobEvent | null): void {
    for (const listener of listeners) listener(event)
  },
  on(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
