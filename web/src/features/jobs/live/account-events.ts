import type { AccountJobEvent, WebhookDisabledEvent } from '@utter/contracts/http/jobs/job-views'

function createListeners<Event>() {
  const listeners = new Set<(event: Event) => void>()
  return {
    emit(event: Event): void {
      for (const listener of listeners) listener(event)
    },
    /** @returns ends it */
    on(listener: (event: Event) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Within this tab, from the account's stream to those who follow one job by it: a change, or null when the stream has opened and changes may
 * have been missed.
 */
export const accountEvents = createListeners<AccountJobEvent | null>()

/** Events of the account's webhook, from the same stream. */
export const webhookDisabledEvents = createListeners<WebhookDisabledEvent>()

/** Notices of the account, from the same stream, as they came. */
export const noticeEvents = createListeners<unknown>()

/** Events of works, from the same stream, as they came: the screens of works read them, and no other needs their schema. */
export const workEvents = createListeners<unknown>()
