import { PreviewUpgrade, UpgradePreview } from '@utter/contracts/http/stripe'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { previewChange } from '../lifecycle/plans/preview-change.ts'
import { wantedChange } from '../lifecycle/plans/wanted-change.ts'
import { paymentsOf } from '../requests/payments-of.ts'
import { stripeAnswerMs } from '../stripe/answer-ms.ts'

/** `POST /api/stripe/preview-upgrade`: for a session alone. Amounts that `upgrade-subscription` would charge, now and later. */
export const previewUpgrade: Route<Deps> = (app, deps) =>
  app.post(
    '/api/stripe/preview-upgrade',
    {
      access: deps.guard.required(),
      schema: {
        operation: {
          id: 'previewUpgrade',
          tag: 'Payments',
          summary: 'The amounts of a change of plan',
          description:
            'Nothing is changed. Send `tier`, `now.amount` and `prorationDate` as `shown` with the change itself, and it is made for this amount alone.',
          example: { priceId: 'price_…' },
          refusals: {
            409: 'The change can’t be made: the account has this plan already, an unpaid invoice, a plan that ends or one that was agreed by hand.',
          },
        },
        body: PreviewUpgrade,
        response: { 200: UpgradePreview },
      },
      config: { responseTimeoutMs: stripeAnswerMs },
    },
    async (request): Promise<UpgradePreview> => {
      const all = { ...deps, payments: paymentsOf(deps) }
      const { wanted, subscribed } = await wantedChange(all, identityOf(request), request.body?.priceId)
      return subscribed ? { change: await previewChange(all, subscribed, wanted) } : { requiresCheckout: true }
    },
  )
