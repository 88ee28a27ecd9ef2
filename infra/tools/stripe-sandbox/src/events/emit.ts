import { apiVersion } from '../api/api-version.ts'
import { render } from '../api/render.ts'
import type { Clock } from '../clock/clock.ts'
import { newId } from '../store/ids.ts'
import type { State } from '../store/state.ts'
import type { Store } from '../store/store.ts'

export type Emit = (type: string, object: object, previous?: Record<string, unknown>) => void

/** Keeps an event with the object as it is now, and one delivery for each endpoint that wants it (two where doubles are asked for). */
export function createEmit(state: State, store: Store, clock: Clock): Emit {
  return (type, object, previous) => {
    const event = store.add('events', {
      id: newId('events'),
      object: 'event',
      created: clock.now(),
      livemode: false,
      type,
      api_version: apiVersion,
      data: { object: structuredClone(render(object)), ...(previous && { previous_attributes: previous }) },
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
    })
    const { delay_ms, duplicate } = state.delivery
    for (const endpoint of store.all('webhookEndpoints')) {
      const wanted = endpoint.enabled_events.includes('*') || endpoint.enabled_events.includes(type)
      if (!wanted || endpoint.status !== 'enabled') continue
      const delivery = { event: event.id, endpoint: endpoint.id, dueMs: clock.nowMs() + delay_ms }
      for (let copy = 0; copy < (duplicate ? 2 : 1); copy++)
        state.deliveries.push({ ...delivery, attempts: 0, firstAttemptMs: null })
    }
  }
}
