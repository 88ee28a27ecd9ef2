import { identityKey, identityPublicKeys } from '@utter/http/identity-keys'
import { messagingConfig } from '@utter/messaging/config'
import { unverifiedBound } from '@utter/runtime/free-bounds'
import { address, list, processConfig, readConfig, wholeNumber } from '@utter/runtime/read-config'
import { mongoAddress } from '@utter/storage/mongo-address'
import * as z from 'zod/mini'
import { defaultOverageSteps } from './domain/interim-bills.ts'
import { defaultPastDueDays } from './domain/next-state.ts'

const isStep = (dollars: string) => /^\d+$/.test(dollars) && Number(dollars) >= 1 && Number(dollars) <= 10_000
const steps = z.pipe(
  list.check(
    z.refine(
      (all) => all.length > 0 && all.length <= 20 && all.every(isStep),
      'must be 1 to 20 amounts in whole dollars, each at most 10000, with commas',
    ),
  ),
  z.transform((all) => all.map(Number)),
)

const Environment = z.object({
  ...processConfig,
  ...messagingConfig,
  MONGO_URL: mongoAddress,
  JOBS_URL: address,
  IDENTITY_KEY: identityKey,
  IDENTITY_PUBLIC_KEYS: identityPublicKeys,
  PLANS_FILE: z.optional(z.string()),
  // The list of plans tells that bound.
  ...unverifiedBound,
  /** The address that people type: a checkout leads back to it, and Stripe's events are sent there. */
  PUBLIC_URL: address,
  /** Without it nothing is sold. */
  STRIPE_SECRET_KEY: z.optional(z.string()),
  /** Verifies Stripe's events; without it none is accepted. Two with a comma while one takes the other's place. */
  STRIPE_WEBHOOK_SECRET: z.optional(list),
  /** The address of the sandbox, in place of Stripe itself. */
  STRIPE_SANDBOX_URL: z.optional(address),
  /** `on`: tax is computed by Stripe, and comes on top of every price. */
  STRIPE_TAX: z._default(z.enum(['on', 'off'], 'must be on or off'), 'off'),
  /** Days after which a payment that failed ends the plan: Stripe's own bound is a setting of its Dashboard. */
  PAST_DUE_DAYS: z._default(
    wholeNumber.check(z.gte(1, 'must be at least 1'), z.lte(365, 'must be at most 365')),
    defaultPastDueDays,
  ),
  /** Dollars of overage that are lent before they are billed: to an account without an interim bill, with one, and so on. */
  OVERAGE_STEPS: z._default(steps, defaultOverageSteps),
  /** The address that enterprise customers write to. */
  SALES_EMAIL: z.optional(z.email('must be an email address')),
})

type Environment = z.infer<typeof Environment>
const isSandboxKey = ({ STRIPE_SECRET_KEY }: Environment) => STRIPE_SECRET_KEY?.startsWith('sk_sandbox_') ?? false

// No money may depend on a program that pretends to be a bank.
export const Config = Environment.check(
  z.refine(({ NODE_ENV, STRIPE_SANDBOX_URL }) => !(NODE_ENV === 'production' && STRIPE_SANDBOX_URL), {
    path: ['STRIPE_SANDBOX_URL'],
    error: 'must not be set in production, where the Stripe sandbox is refused',
  }),
  z.refine((env) => !env.STRIPE_SANDBOX_URL || isSandboxKey(env), {
    path: ['STRIPE_SECRET_KEY'],
    error: 'must begin with sk_sandbox_ beside the Stripe sandbox, which is refused every other key',
  }),
  z.refine((env) => env.STRIPE_SANDBOX_URL || !isSandboxKey(env), {
    path: ['STRIPE_SECRET_KEY'],
    error: 'must not be the key of a sandbox where none runs',
  }),
)
export type Config = z.infer<typeof Config>
export const config = (): Config => readConfig(Config)
