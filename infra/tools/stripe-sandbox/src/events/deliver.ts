import type { Log } from '@utter/telemetry/log'
import Stripe from 'stripe'
import type { Context } from '../context.ts'
import type { Delivery } from '../store/state.ts'

const day = 24 * 3600 * 1000
/** The time in which an endpoint must answer, in ms. */
const answerMs = 10_000
/** Pauses between tries double from 1 s up to a minute. */
const pauseMs = (attempts: number) => Math.min(60_000, 1000 * 2 ** (attempts - 1))
/** The pause before an endpoint that did not answer is asked again at all. */
const awayMs = 1_000
const givenUpAfterMs = 3 * day

export type Delivered = { delivered: number; refused: number; pending: number }
export type Deliveries = ReturnType<typeof createDeliveries>

/** Sends events to their endpoints, one round after another, with a new signature at each try. */
export function createDeliveries(context: Context, log: Log) {
  const { state, store, clock, webhookSecret } = context
  /** Endpoints that did not answer, by the machine's time: each further event would take the time limit again, at every step of the clock. */
  const awayUntilMs = new Map<string, number>()
  let last: Promise<Delivered> = Promise.resolve({ delivered: 0, refused: 0, pending: 0 })

  async function round(): Promise<Delivered> {
    let [delivered, refused] = [0, 0]
    const due = state.deliveries.filter(({ dueMs }) => dueMs <= clock.nowMs())
    for (const delivery of state.delivery.shuffle ? shuffled(due) : due) {
      const answer = isAway(delivery.endpoint) ? 'none' : await send(delivery)
      if (answer === 'taken') {
        delivered += 1
        remove(delivery)
      } else {
        refused += 1
        postpone(delivery)
      }
    }
    return { delivered, refused, pending: state.deliveries.length }
  }
  const isAway = (endpoint: string) => Date.now() < (awayUntilMs.get(endpoint) ?? 0)
  const remove = (delivery: Delivery) => {
    state.deliveries = state.deliveries.filter((one) => one !== delivery)
  }
  function postpone(delivery: Delivery): void {
    const nowMs = clock.nowMs()
    delivery.attempts += 1
    delivery.firstAttemptMs ??= nowMs
    delivery.dueMs = nowMs + pauseMs(delivery.attempts)
    if (nowMs - delivery.firstAttemptMs > givenUpAfterMs) remove(delivery)
  }
  async function send(delivery: Delivery): Promise<'taken' | 'refused' | 'none'> {
    const endpoint = store.find('webhookEndpoints', delivery.endpoint)
    const event = store.find('events', delivery.event)
    if (!endpoint || !event) return 'taken'
    const body = JSON.stringify(event)
    try {
      const answer = await fetch(addressOf(endpoint.url, context), {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': sign(body, endpoint._secret ?? webhookSecret),
        },
        redirect: 'manual',
        signal: AbortSignal.timeout(answerMs),
      })
      await answer.body?.cancel()
      return answer.ok ? 'taken' : 'refused'
    } catch (error) {
      log.debug({ err: error, event: event.id }, 'an event was not delivered')
      awayUntilMs.set(endpoint.id, Date.now() + awayMs)
      return 'none'
    }
  }
  return {
    /** Sends the due events in a round, after the rounds before it. */
    deliver(): Promise<Delivered> {
      last = last.then(round, round)
      return last
    },
    isDelivered: (type: string, objectId: string): boolean =>
      !state.deliveries.some(({ event }) => {
        const found = store.find('events', event)
        return found?.type === type && found.data.object.id === objectId
      }),
  }
}

/** The gateway itself, where an endpoint is at the address that people type. */
const addressOf = (url: string, { publicUrl, gatewayUrl }: Pick<Context, 'publicUrl' | 'gatewayUrl'>): string =>
  gatewayUrl && url.startsWith(`${publicUrl}/`) ? gatewayUrl + url.slice(publicUrl.length) : url

/** Signs with the machine's time, not the sandbox's: the receiver compares a signature's age with its own clock. */
export const sign = (payload: string, secret: string): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret })

const shuffled = <T>(list: T[]): T[] =>
  list
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
