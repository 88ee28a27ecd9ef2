import { type Plan, planOf, type TierName } from '@utter/contracts/plans'
import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Log } from '@utter/telemetry/log'
import type Stripe from 'stripe'
import { idOf, unlessMissing } from '../client.ts'
import { isMonthly } from '../set-up/price.ts'
import { isSoldTier, lookupKeyOf, type SoldTier, soldTiers } from './sold-tiers.ts'
import { tierIn, tierOfPrice } from './tier-of-price.ts'

const lookEveryMs = 5_000
const freshForMs = 60_000
/** Time for which prices hold that could not be read again. */
const keptForMs = 300_000

export type Catalog = AsyncDisposable & {
  /** Reads the present prices. @throws while Stripe is unavailable */
  load(): Promise<void>
  /** As `GET /api/plans` shows it: undefined while it is unknown, or not the plan's own price. */
  priceOf(tier: SoldTier): string | undefined
  /** The tier that a present price sells. @throws while Stripe is unavailable and the prices are unknown */
  tierForSale(priceId: string): Promise<SoldTier | undefined>
  /**
   * The tier of any price, also of a replaced one or one that was made by hand: as the price says, else its product. Undefined while nobody
   * has said it, which is never remembered.
   */
  tierOf(price: string | Stripe.Price): Promise<TierName | undefined>
}

/**
 * The prices at Stripe, read each minute: what is sold, and which tier a subscription's price is of.
 * @param prepare runs before each reading
 */
export function openCatalog(
  stripe: Stripe,
  plans: Plan[],
  log: Log,
  prepare: () => Promise<void> = async () => {},
  now: () => number = Date.now,
): Catalog {
  let present: { prices: Map<SoldTier, string>; loadedMs: number } | undefined
  /** Tiers by the id of a price or a product, for a minute. */
  const tiers = new Map<string, { tier: TierName; readMs: number }>()
  const known = () => (present && now() - present.loadedMs < keptForMs ? present.prices : undefined)

  async function load(): Promise<void> {
    await prepare()
    const { data } = await stripe.prices.list({ lookup_keys: soldTiers.map(lookupKeyOf), active: true, limit: 100 })
    const prices = new Map<SoldTier, string>()
    for (const price of data) {
      const tier = tierOfPrice(price)
      // Another price than the page shows is not sold: the operator's set-up makes the right one.
      if (isSoldTier(tier) && price.lookup_key === lookupKeyOf(tier) && isMonthly(price, centsOf(plans, tier)))
        prices.set(tier, price.id)
    }
    present = { prices, loadedMs: now() }
  }
  const sweep = repeatEvery(lookEveryMs, 'prices', log, async () => {
    if (!present || now() - present.loadedMs > freshForMs) await load()
  })

  async function remembered(id: string, read: () => Promise<TierName | undefined>): Promise<TierName | undefined> {
    const kept = tiers.get(id)
    if (kept && now() - kept.readMs < freshForMs) return kept.tier
    const tier = await read()
    if (tier) tiers.set(id, { tier, readMs: now() })
    else tiers.delete(id)
    return tier
  }
  async function ofPrice(id: string): Promise<TierName | undefined> {
    const price = await stripe.prices.retrieve(id).catch(unlessMissing)
    const said = price && tierOfPrice(price)
    if (said) return said === 'unknown' ? undefined : said
    const product = idOf(price?.product)
    return product ? ofProduct(product) : undefined
  }
  async function ofProduct(id: string): Promise<TierName | undefined> {
    const said = tierIn((await stripe.products.retrieve(id).catch(unlessMissing))?.metadata)
    return said === 'unknown' ? undefined : said
  }

  return {
    load,
    priceOf: (tier) => known()?.get(tier),
    async tierForSale(priceId) {
      const isForSale = () => [...(known() ?? [])].find(([, id]) => id === priceId)?.[0]
      const found = isForSale()
      if (found) return found
      await load()
      return isForSale()
    },
    async tierOf(price) {
      const said = typeof price === 'string' ? undefined : tierOfPrice(price)
      if (said) return said === 'unknown' ? undefined : said
      const id = typeof price === 'string' ? price : idOf(price.product)
      return id === undefined ? undefined : remembered(id, () => (id === price ? ofPrice(id) : ofProduct(id)))
    },
    [Symbol.asyncDispose]: () => sweep[Symbol.asyncDispose](),
  }
}

/** The monthly price of a plan. */
export const centsOf = (plans: Plan[], tier: SoldTier): number => Math.round((planOf(plans, tier).price ?? 0) * 100)
