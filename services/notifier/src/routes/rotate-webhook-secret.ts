import { WebhookSecret } from '@utter/contracts/http/webhooks'
import { planOf } from '@utter/contracts/plans'
import { identityOf } from '@utter/http/identity'
import { unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import { checkWebhookPlan } from '@utter/http/webhook-target'
import type { Deps } from '../deps.ts'
import { secretOverlapMs } from '../domain/endpoint.ts'
import { newSecret } from '../domain/signature.ts'
import { untilUnchanged } from '../store/until-unchanged.ts'

/**
 * `POST /api/settings/webhook/secret`: a new secret, in this answer alone. The one before signs along for 24 h, so that receivers can change over.
 * For the webhooks of jobs too, also where the account has none of its own.
 */
export const rotateWebhookSecret: Route<Deps> = (app, { endpoints, sealed, erasure, guard, clock, plans }) =>
  app.post(
    '/api/settings/webhook/secret',
    {
      access: guard.fresh,
      schema: {
        operation: {
          id: 'rotateWebhookSecret',
          tag: 'Webhooks',
          summary: 'Make a new secret for webhooks',
          description: 'The one before signs along for 24 hours, so that receivers can change over.',
          refusals: { 403: 'Webhooks are available on paid plans; or an API key was used.' },
        },
        response: { 200: WebhookSecret },
      },
    },
    async (request, reply) => {
      const { userId, tier } = identityOf(request)
      checkWebhookPlan(planOf(plans, tier))
      if (await erasure.isDeleted(userId)) throw unauthorized()
      const secret = newSecret()
      const until = new Date(clock.now().getTime() + secretOverlapMs)
      await untilUnchanged(endpoints, userId, (seen) => {
        const old = seen.secret === undefined ? undefined : { secret: sealed.renew(userId, seen.secret), until }
        return endpoints.replaceSecret(seen, sealed.seal(userId, secret), old)
      })
      return reply.header('cache-control', 'no-store').send({ secret })
    },
  )
