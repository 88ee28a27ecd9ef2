import type { StripeFinding } from '@utter/contracts/http/internal/billing/examine-stripe'
import { titleOf } from '@utter/contracts/plans'
import Stripe from 'stripe'
import type { StripeEventStore } from '../../store/stripe-events.ts'
import { centsOf } from '../catalog/catalog.ts'
import { soldTiers } from '../catalog/sold-tiers.ts'
import { eventTypes } from '../event-types.ts'
import type { SetUp } from '../set-up.ts'
import { endpointFaults, endpointsAt, endpointUrl } from './endpoint.ts'
import { listAll } from './made-once.ts'
import { includes, portalFeatures, presentPortal } from './portal.ts'
import { faultOfPrice, presentPrice } from './price.ts'
import { productOf } from './product.ts'

export type Examined = SetUp & {
  isTaxed?: boolean | undefined
  events: Pick<StripeEventStore, 'countCome'>
  webhookSecrets?: readonly string[] | undefined
  now: Date
}

const right = (sentence: string): StripeFinding => ({ state: 'right', sentence })
const wrong = (sentence: string): StripeFinding => ({ state: 'wrong', sentence })
const unseen = (sentence: string): StripeFinding => ({ state: 'unseen', sentence })
/** @param fault undefined: it is right */
const judged = (fault: string | undefined, sentence: string): StripeFinding =>
  fault === undefined ? right(sentence) : wrong(fault)
const setUp = 'run stripe setup'
const dashboard = (path: string) => `https://dashboard.stripe.com/${path}`

/** Everything that selling needs of a Stripe account. Nothing is changed. @throws while Stripe is unavailable */
export async function examineStripe(examined: Examined): Promise<StripeFinding[]> {
  const parts: [string, (examined: Examined) => Promise<StripeFinding[]>][] = [
    ['The account', ofAccount],
    ['What is sold', ofPrices],
    ['The billing portal', ofPortal],
    ['The webhook endpoint', ofEndpoint],
    ['Whether events arrive', ofEvents],
    ['Tax', ofTax],
  ]
  const findings = await Promise.all(
    parts.map(([name, examine]) =>
      examine(examined).catch((error) => {
        if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
        return [unseen(`${name} can't be seen: the key may not read it.`)]
      }),
    ),
  )
  return [...findings.flat(), ...ofDashboard]
}

async function ofAccount({ stripe }: Examined): Promise<StripeFinding[]> {
  const account = await stripe.accounts.retrieveCurrent()
  const { business_profile: profile, settings } = account
  const descriptor = settings?.payments.statement_descriptor
  const contact = profile?.support_email ?? profile?.support_url ?? profile?.support_phone
  return [
    judged(
      account.charges_enabled && account.payouts_enabled
        ? undefined
        : `The account may not charge cards or be paid out: finish it at ${dashboard('account')}.`,
      'The account may charge cards, and is paid out.',
    ),
    judged(
      descriptor
        ? undefined
        : `No statement descriptor is set: a charge that nobody recognizes is disputed (${dashboard('settings/public')}).`,
      `Card statements say ${descriptor}.`,
    ),
    judged(
      profile?.name && contact
        ? undefined
        : `Invoices lack a name or a contact for support: set them at ${dashboard('settings/public')}.`,
      'Invoices have a name, and a contact for support.',
    ),
  ]
}

/** The product and the price of a tier at Stripe. */
async function ofSold({ stripe, plans }: Examined) {
  const products = await listAll(stripe.products.list({ limit: 100 }))
  return Promise.all(
    soldTiers.map(async (tier) => {
      const [product, price, cents] = [
        productOf(products, tier),
        await presentPrice(stripe, tier),
        centsOf(plans, tier),
      ]
      const fault = product?.active ? faultOfPrice(price, product.id, cents) : 'its product is not there, or archived'
      return { tier, product, price, cents, fault }
    }),
  )
}

const ofPrices = async (examined: Examined): Promise<StripeFinding[]> =>
  (await ofSold(examined)).map(({ tier, price, cents, fault }) =>
    judged(
      fault && `The price of ${titleOf(tier)} is not right: ${fault}. To mend it, ${setUp}.`,
      `${titleOf(tier)} is ${cents / 100} dollars a month, and tax comes on top (${price?.id}).`,
    ),
  )

async function ofPortal(examined: Examined): Promise<StripeFinding[]> {
  const present = await presentPortal(examined.stripe)
  if (!present) return [wrong(`The billing portal has no configuration: ${setUp}.`)]
  const offered = (await ofSold(examined)).flatMap(({ product, price }) =>
    product && price ? [{ product: product.id, price: price.id }] : [],
  )
  return [
    judged(
      includes(present.features, portalFeatures(offered))
        ? undefined
        : `The billing portal (${present.id}) does something else than the pages promise: ${setUp}.`,
      `The billing portal ends and lowers plans at the period's end, and offers what is sold (${present.id}).`,
    ),
  ]
}

async function ofEndpoint({ stripe, publicUrl, webhookSecrets = [] }: Examined): Promise<StripeFinding[]> {
  const url = endpointUrl(publicUrl)
  const present = await endpointsAt(stripe, url)
  const faults = endpointFaults(present, url)
  return [
    ...(faults.length === 0 ? [right(`Events are sent to ${url} (${present[0]?.id}).`)] : faults.map(wrong)),
    judged(
      webhookSecrets.length > 0 ? undefined : 'STRIPE_WEBHOOK_SECRET is not set: every event is refused.',
      'Billing has a signing secret.',
    ),
  ]
}

/** Events that Stripe may still be sending are left out, and those that are kept here no more. */
const [minAgeMs, maxAgeMs] = [600_000, 25 * 24 * 3_600_000]

/** The signing secret can't be read: whether the latest events were taken tells whether it is the right one. */
async function ofEvents({ stripe, events, now }: Examined): Promise<StripeFinding[]> {
  const secondsBefore = (ms: number) => Math.floor((now.getTime() - ms) / 1_000)
  const created = { gte: secondsBefore(maxAgeMs), lte: secondsBefore(minAgeMs) }
  const { data } = await stripe.events.list({ types: [...eventTypes], created, limit: 20 })
  if (data.length === 0)
    return [unseen("Whether events arrive, and the signing secret is the endpoint's: there is none yet.")]
  const missing = data.length - (await events.countCome(data.map(({ id }) => id)))
  return [
    judged(
      missing === 0
        ? undefined
        : `${missing} of the latest ${data.length} events were not taken: compare STRIPE_WEBHOOK_SECRET with the endpoint's signing secret, then run billing reconcile.`,
      `The latest ${data.length} events have arrived, with a right signature.`,
    ),
  ]
}

async function ofTax({ stripe, isTaxed }: Examined): Promise<StripeFinding[]> {
  const [{ status }, { length }] = await Promise.all([
    stripe.tax.settings.retrieve(),
    listAll(stripe.tax.registrations.list({ status: 'active', limit: 100 })),
  ])
  const where = dashboard('tax')
  if (!isTaxed)
    return [
      unseen(
        `Where tax is owed: STRIPE_TAX is off, so none is charged; Stripe knows ${length} registrations (${where}).`,
      ),
    ]
  return [
    judged(
      status === 'active' ? undefined : `STRIPE_TAX is on, and Stripe Tax is ${status}: finish it at ${where}.`,
      'Stripe Tax is active.',
    ),
    judged(
      length > 0 ? undefined : `STRIPE_TAX is on, and Stripe knows no registration, so no tax is collected (${where}).`,
      `Stripe collects tax by ${length} registrations.`,
    ),
    judged(await untaxedFault(stripe), 'Every subscription has tax on top.'),
  ]
}

/** Subscriptions of before the setting go on without tax: it makes them dearer, which their owners must be told before. */
async function untaxedFault(stripe: Stripe): Promise<string | undefined> {
  const { data, has_more } = await stripe.subscriptions.list({ automatic_tax: { enabled: false }, limit: 100 })
  const count = `${has_more ? 'More than ' : ''}${data.length}`
  return data.length === 0
    ? undefined
    : `${count} subscriptions were sold without tax, such as ${data[0]?.id}: tell their owners the new price, then switch tax on in each (${dashboard('subscriptions')}).`
}

/** No call tells these: `infra/operating/stripe.md` has them as a list. */
const ofDashboard: StripeFinding[] = [
  unseen(
    `What follows a last failed payment: it must be "cancel" or "mark as unpaid" (${dashboard('settings/billing/automatic')}).`,
  ),
  unseen(
    `Whether failed cards, expiring cards and renewals are told by mail (${dashboard('settings/billing/automatic')}).`,
  ),
  unseen(`Whether receipts are sent (${dashboard('settings/emails')}).`),
]
