import type { Plan } from '@utter/contracts/plans'
import type { Log } from '@utter/telemetry/log'
import type { Config } from '../../config.ts'
import { openCatalog } from '../catalog/catalog.ts'
import { createStripe } from '../client.ts'
import type { Payments } from '../payments.ts'
import { setUpStripe } from '../set-up.ts'

type Environment = Pick<
  Config,
  'STRIPE_TAX' | 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_SANDBOX_URL' | 'PUBLIC_URL'
>

/** The way to Stripe; undefined without a key. In the sandbox a fresh platform sells at once: products and prices are set up. */
export async function openPayments(
  env: Environment,
  plans: Plan[],
  log: Log,
): Promise<(Payments & AsyncDisposable) | undefined> {
  if (!env.STRIPE_SECRET_KEY) return undefined
  const stripe = createStripe(env.STRIPE_SECRET_KEY, env.STRIPE_SANDBOX_URL)
  const setUp = () => setUpStripe({ stripe, plans, publicUrl: env.PUBLIC_URL })
  let isSetUp = env.STRIPE_SANDBOX_URL === undefined
  const catalog = openCatalog(stripe, plans, log, async () => {
    if (!isSetUp) await setUp()
    isSetUp = true
  })
  // Stripe may be unavailable at a start: jobs, plans and the ledger go on without it.
  await catalog.load().catch((error) => log.warn({ err: error }, 'the prices are read later'))
  return {
    stripe,
    catalog,
    isTaxed: env.STRIPE_TAX === 'on',
    webhookSecrets: env.STRIPE_WEBHOOK_SECRET,
    sandboxUrl: env.STRIPE_SANDBOX_URL,
    [Symbol.asyncDispose]: () => catalog[Symbol.asyncDispose](),
  }
}
