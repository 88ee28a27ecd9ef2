import { RecoveredWebhooks, RecoverWebhooks } from '@utter/contracts/http/webhooks'
import { planOf } from '@utter/contracts/plans'
import { identityOf } from '@utter/http/identity'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import type { Route } from '@utter/http/route'
import { checkWebhookPlan } from '@utter/http/webhook-target'
import type { Deps } from '../deps.ts'

const maxRecovered = 10_000
const batch = 500
/** In one process, and of one account: each is up to twenty updates of many documents. */
const inFlight = { max: 8, perAccount: 1 }

/**
 * `POST /api/webhooks/recover`: everything since then that failed or was stopped is pending again, the oldest first. It is tried as fast as the bounds
 * on tries in flight allow. Where the account has no webhook of its own, or a disabled one, those of its jobs alone.
 */
export const recoverDeliveries: Route<Deps> = (app, { endpoints, deliveries, dispatcher, guard, clock, plans }) => {
  const limit = createSharedLimit('webhook recoveries', inFlight)
  return app.post(
    '/api/webhooks/recover',
    {
      access: guard.required('jobs:write', 'jobs:read'),
      schema: {
        operation: {
          id: 'recoverDeliveries',
          tag: 'Webhooks',
          summary: 'Try again what was not delivered',
          description:
            'Everything since then that has failed or was stopped, oldest first, as fast as its receivers take it.',
          example: { since: '2026-03-20T12:00:00Z' },
          refusals: { 403: 'Webhooks are available on paid plans.' },
        },
        body: RecoverWebhooks,
        response: { 202: RecoveredWebhooks },
      },
    },
    async (request, reply) => {
      const { userId, tier } = identityOf(request)
      checkWebhookPlan(planOf(plans, tier))
      limit.take(userId, reply)
      const endpoint = await endpoints.read(userId)
      const which = endpoint?.url && !endpoint.disabledAt ? {} : ({ isOwn: true } as const)
      const [since, until] = [new Date(request.body.since), clock.now()]
      let count = 0
      for (let more = true; more && count < maxRecovered; ) {
        const recovered = await deliveries.recover(userId, since, until, Math.min(batch, maxRecovered - count), which)
        count += recovered
        more = recovered > 0
      }
      if (count > 0) dispatcher.wake()
      return reply.code(202).send({ deliveries: count })
    },
  )
}
