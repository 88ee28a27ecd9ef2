import { createHash } from 'node:crypto'
import type { TierName } from '@utter/contracts/plans'
import type Stripe from 'stripe'
import type { Subscription } from '../domain/subscription.ts'
import { isSoldTier } from './catalog/sold-tiers.ts'
import { isMissing, isRefused, underKey, unlessRefused } from './client.ts'
import type { Payments } from './payments.ts'
import { presentPortal } from './set-up/portal.ts'

type Session = Stripe.BillingPortal.Session
type Flow = Stripe.BillingPortal.SessionCreateParams.FlowData
type Account = Pick<Subscription, 'tier' | 'cancelAt' | 'stripeSubscriptionId'>

/** The account has no configuration of the portal: the set-up makes it. */
export class PortalNotSetUp extends Error {
  override name = 'PortalNotSetUp'
}

/**
 * A visit of the billing portal, by the configuration that the set-up has made.
 * @param wanted a plan: the visit begins where it is changed to or, for the free one, where the present one is cancelled
 * @throws PortalNotSetUp
 */
export async function openPortal(
  payments: Pick<Payments, 'stripe' | 'catalog'>,
  visit: { customer: string; return_url: string },
  account: Account,
  { wanted, now }: { wanted: TierName | undefined; now: Date },
): Promise<Session> {
  const { sessions } = payments.stripe.billingPortal
  const create = (params: Stripe.BillingPortal.SessionCreateParams) =>
    sessions.create(params, underKey(samePageKey(params, now)))
  const configuration = (await presentPortal(payments.stripe))?.id
  const params = { ...visit, ...(configuration && { configuration }) }
  const flow = wanted && (await flowTo(payments, account, wanted))
  // Stripe refuses a flow for a subscription that can't be changed so, such as one with a schedule.
  const session = flow && (await create({ ...params, flow_data: flow }).catch(unlessRefused))
  return (
    session ??
    create(params).catch((error) => {
      throw isRefused(error) && !isMissing(error) && !configuration
        ? new PortalNotSetUp('the billing portal has no configuration: run stripe setup', { cause: error })
        : error
    })
  )
}

/** Undefined where there is nothing to be confirmed: the portal opens as it is. */
async function flowTo({ stripe, catalog }: Pick<Payments, 'stripe' | 'catalog'>, account: Account, wanted: TierName) {
  const { tier, cancelAt, stripeSubscriptionId: subscription } = account
  if (!subscription || wanted === tier) return undefined
  if (wanted === 'free')
    return cancelAt ? undefined : ({ type: 'subscription_cancel', subscription_cancel: { subscription } } as Flow)
  const price = isSoldTier(wanted) ? catalog.priceOf(wanted) : undefined
  const item = price && (await stripe.subscriptions.retrieve(subscription).catch(unlessRefused))?.items.data[0]
  if (!price || !item) return undefined
  const items = [{ id: item.id, price, quantity: 1 }]
  return { type: 'subscription_update_confirm', subscription_update_confirm: { subscription, items } } as Flow
}

/** Time for which requests get one page: two at once, or a double click. A visit itself changes nothing, so it needs no intent. */
const samePageMs = 10_000

function samePageKey(params: object, now: Date): string {
  const turn = Math.floor(now.getTime() / samePageMs)
  return `portal:${createHash('sha256').update(JSON.stringify(params)).digest('base64url')}:${turn}`
}
