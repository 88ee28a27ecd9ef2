import { EventReceived } from '@utter/contracts/http/stripe'
import { maxBodyBytes } from '@utter/http/limits/max-body-bytes'
import { Problem, unavailable } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import { failpoint } from '@utter/runtime/failpoint'
import type Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import { handleEvent } from '../lifecycle/handle-event.ts'
import { paymentsOf, webhookSecretsOf } from '../requests/payments-of.ts'
import { stripeAnswerMs } from '../stripe/answer-ms.ts'
import { recordOf } from '../stripe/event-record.ts'
import { isWanted } from '../stripe/event-types.ts'

/** Seconds after which a signature is worth nothing, as Stripe recommends. */
const maxAgeSeconds = 300

/** `POST /api/stripe/webhook`: for Stripe alone, whose signature is over the bytes of the body as they came. */
export const receiveEvent: Route<Deps> = (app, deps) => {
  const { events, guard, clock } = deps
  return app.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    own.post(
      '/api/stripe/webhook',
      {
        access: guard.anybody,
        bodyLimit: maxBodyBytes.webhook,
        schema: { response: { 200: EventReceived } },
        config: { responseTimeoutMs: stripeAnswerMs },
      },
      async (request) => {
        const payments = paymentsOf(deps)
        const secrets = webhookSecretsOf(payments)
        const event = verified(payments.stripe, request.body, request.headers['stripe-signature'], secrets)
        if (!isWanted(event.type)) return { received: true as const }
        const stored = await recordOf(payments.stripe, event)
        const now = clock.now()
        const isNew = await events.receive(stored, now)
        failpoint('event-stored')
        if (!isNew) return { received: true as const }
        const isHandled = await handleEvent({ ...deps, payments }, { ...stored, at: now }).catch(async (error) => {
          request.log.warn({ err: error, event: event.type }, 'an event is handled later')
          await events.retry(event.id, clock.now())
          return false
        })
        // Stored is enough for Stripe, but for a draft, which it holds back until its event is answered well.
        if (!isHandled && event.type === 'invoice.created') throw unavailable()
        return { received: true as const }
      },
    )
  })
}

/** @throws Problem 400 for a body that Stripe has not signed, or signed too long ago */
function verified(stripe: Stripe, body: unknown, signature: unknown, secrets: readonly string[]): Stripe.Event {
  let cause: unknown
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(body as Buffer, String(signature), secret, maxAgeSeconds)
    } catch (error) {
      cause = error
    }
  }
  throw new Problem(400, 'invalid_signature', 'Invalid signature', { cause })
}
