import { OpenBillingPortal, PageUrl } from '@utter/contracts/http/stripe'
import { identityOf } from '@utter/http/identity'
import { conflict, serviceUnavailable } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { refresh } from '../lifecycle/refresh.ts'
import { paymentsOf } from '../requests/payments-of.ts'
import { stripeAnswerMs } from '../stripe/answer-ms.ts'
import { openPortal, PortalNotSetUp } from '../stripe/open-portal.ts'

/** How long Stripe is asked for changes after a visit of the portal, in case their event is lost. */
const watchMs = 3_600_000

/** `POST /api/stripe/billing-portal`: for a session alone. Cards, invoices, the end of the plan and its undoing are Stripe's own page. */
export const openBillingPortal: Route<Deps> = (app, deps) =>
  app.post(
    '/api/stripe/billing-portal',
    {
      access: deps.guard.required(),
      schema: {
        operation: {
          id: 'openBillingPortal',
          tag: 'Payments',
          summary: 'A page for cards, invoices and the end of a plan',
          description:
            'With a `tier` it opens where that plan is changed to; with `free`, where the plan is cancelled.',
          example: { tier: 'starter' },
          refusals: { 409: 'There is no subscription to manage yet.' },
        },
        body: OpenBillingPortal,
        response: { 200: PageUrl },
      },
      config: { responseTimeoutMs: stripeAnswerMs },
    },
    async (request) => {
      const payments = paymentsOf(deps)
      const { subscriptions, publicUrl, clock } = deps
      const { userId } = identityOf(request)
      const subscription = await refresh({ ...deps, payments }, userId)
      if (!subscription?.stripeCustomerId || !subscription.terms?.length)
        throw conflict('no_subscription', 'There is no subscription to manage yet')
      const visit = { customer: subscription.stripeCustomerId, return_url: new URL('/account', publicUrl).href }
      const now = clock.now()
      const session = await openPortal(payments, visit, subscription, { wanted: request.body?.tier, now }).catch(
        (error) => {
          if (!(error instanceof PortalNotSetUp)) throw error
          request.log.error({ err: error }, 'the billing portal is not set up')
          throw serviceUnavailable(error)
        },
      )
      await subscriptions.savePortal(userId, session.id)
      await subscriptions.watch(userId, now, new Date(now.getTime() + watchMs))
      return { url: session.url }
    },
  )
