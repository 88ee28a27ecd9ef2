import { type Plan, planOf } from '@utter/contracts/plans'
import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Log } from '@utter/telemetry/log'
import type Stripe from 'stripe'
import { isMissing } from './client.ts'
import { isSoldTier, lookupKeyOf, type SoldTier, soldTiers } from './sold-tiers.ts'

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
  /** The tier of any price, a replaced one too. */
  tierOf(priceId: string): Promise<SoldTier | undefined>
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
  /** A price never changes its product. */
  const tiers = new Map<string, SoldTier | undefined>()
  const known = () => (present && now() - present.loadedMs < keptForMs ? present.prices : undefined)

  async function load(): Promise<void> {
    await prepare()
    const { data } = await stripe.prices.list({ lookup_keys: soldTiers.map(lookupKeyOf), active: true, limit: 100 })
    const prices = new Map<SoldTier, string>()
    for (const price of data) {
      const tier = tierOfPrice(price)
      if (!tier) continue
      tiers.set(price.id, tier)
      // Another price than the page shows is not sold: the operator's set-up makes the right one.
      if (price.lookup_key === lookupKeyOf(tier) && price.unit_amount === centsOf(plans, tier))
        prices.set(tier, price.id)
    }
    present = { prices, loadedMs: now() }
  }
  const sweep = repeatEvery(lookEveryMs, 'prices', log, async () => {
    if (!present || now() - present.loadedMs > freshForMs) await load()
  })

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
    async tierOf(priceId) {
      if (!tiers.has(priceId)) {
        const price = await stripe.prices.retrieve(priceId).catch((error) => {
          if (isMissing(error)) return undefined
          throw error
        })
        tiers.set(priceId, price && tierOfPrice(price))
      }
      return tiers.get(priceId)
    },
    [Symbol.asyncDispose]: () => sweep[Symbol.asyncDispose](),
  }
}

/** By the metadata that the set-up gives each price; by its lookup key where it has none. */
function tierOfPrice({ metadata, lookup_key: key }: Stripe.Price): SoldTier | undefined {
  if (isSoldTier(metadata?.tier)) return metadata.tier
  return soldTiers.find((tier) => lookupKeyOf(tier) === key)
}

/** The monthly price of a plan. */
export const centsOf = (plans: Plan[], tier: SoldTier): number => Math.round((planOf(plans, tier).price ?? 0) * 100)
