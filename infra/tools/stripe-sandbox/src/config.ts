import { address, processConfig, readConfig, secret } from '@utter/runtime/read-config'
import * as z from 'zod/mini'

/** The beginning of the sandbox's own keys: no key of Stripe's begins so. */
export const keyPrefix = 'sk_sandbox_'
const loopback = ['127.0.0.1', '::1', 'localhost']

export const Config = z.object({
  ...processConfig,
  NODE_ENV: z._default(
    z.enum(['development', 'test'], 'must be development or test: the sandbox of payments does not run in production'),
    'development',
  ),
  HOST: z._default(z.enum(loopback, 'must be of this machine alone: 127.0.0.1, ::1 or localhost'), '127.0.0.1'),
  STRIPE_SECRET_KEY: secret.check(
    z.startsWith(keyPrefix, `must begin with ${keyPrefix}: the sandbox does not run beside a key of Stripe's`),
  ),
  /** Signs every event. */
  STRIPE_WEBHOOK_SECRET: secret,
  /** Where people reach the checkout and the portal. */
  PUBLIC_URL: address,
  /** Where the gateway is reached from here; without it at PUBLIC_URL, which in a container is an address of its own machine. */
  GATEWAY_URL: z.optional(address),
  /** The whole state, as JSON. */
  SANDBOX_FILE: z.string(),
})
export type Config = z.infer<typeof Config>
export const config = (env?: NodeJS.ProcessEnv): Config => readConfig(Config, env)
