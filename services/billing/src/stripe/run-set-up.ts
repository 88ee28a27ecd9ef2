import { readPlans } from '@utter/runtime/plans-file'
import { readConfig } from '@utter/runtime/read-config'
import { createLog } from '@utter/telemetry/log'
import * as z from 'zod/mini'
import { Config } from '../config.ts'
import { createStripe } from './client.ts'
import { setUpStripe } from './set-up.ts'

const Settings = z.pick(z.object(Config.shape), {
  PUBLIC_URL: true,
  PLANS_FILE: true,
  STRIPE_SECRET_KEY: true,
  STRIPE_SANDBOX_URL: true,
})

/**
 * A step of a deployment, like `build-indexes.ts`: makes products, prices, the configuration of the portal and the
 * webhook endpoint at Stripe, as the plans have them. A second run changes nothing. Without a key nothing is sold, and nothing is made.
 */
const log = createLog('billing-stripe', 'info')
try {
  const { PUBLIC_URL, PLANS_FILE, STRIPE_SECRET_KEY, STRIPE_SANDBOX_URL } = readConfig(Settings)
  const plans = await readPlans(PLANS_FILE)
  if (STRIPE_SECRET_KEY) {
    const stripe = createStripe(STRIPE_SECRET_KEY, STRIPE_SANDBOX_URL)
    // Without the signing secret: the operator reads it at Stripe.
    const { changes } = await setUpStripe({ stripe, plans, publicUrl: PUBLIC_URL })
    log.info({ changes }, 'Stripe has what the plans need')
  } else log.info('nothing is sold: STRIPE_SECRET_KEY is not set')
} catch (error) {
  log.fatal({ err: error }, 'Stripe could not be set up')
  process.exitCode = 1
}
