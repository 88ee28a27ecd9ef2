import { randomBytes } from 'node:crypto'
import { createLog } from '@utter/telemetry/log'
import Stripe from 'stripe'
import { apiVersion } from './api/api-version.ts'
import { keyPrefix } from './config.ts'
import { type CheckoutOptions, type FinishedCheckout, finishCheckout } from './finish-checkout.ts'
import { clockId } from './resources/test-clocks.ts'
import { openSandboxApp } from './sandbox.ts'
import type { DeliverySettings } from './store/state.ts'

export type OpenSandbox = AsyncDisposable & {
  /** Where it answers, without a slash at its end. */
  url: string
  key: string
  webhookSecret: string
  /** The real client, on this sandbox. */
  stripe: Stripe
  /** The sandbox's time, in seconds. */
  now(): number
  /** Moves the clock forward, and resolves when everything on the way was played. @param to a date, or seconds */
  advance(to: Date | number): Promise<void>
  /** Sends what is due now, and resolves when it was delivered or refused. */
  deliver(): Promise<{ delivered: number; refused: number; pending: number }>
  setDelivery(settings: Partial<DeliverySettings>): Promise<void>
  /** Pays a checkout by its forms. @param url as the session has it, at any host */
  finishCheckout(url: string, card?: string, options?: CheckoutOptions): Promise<FinishedCheckout>
}
export type OpenSandboxOptions = {
  /** Its state; without a file it is gone with the sandbox. */
  file?: string
  /** Where people reach the pages; its own address if not another. */
  publicUrl?: string
  /** Where events for `publicUrl` are sent; there if not elsewhere. */
  gatewayUrl?: string
  key?: string
  webhookSecret?: string
  /** A free one if not another. */
  port?: number
}

/** The sandbox in this process, on a free port of loopback, for tests. */
export async function openSandbox(options: OpenSandboxOptions = {}): Promise<OpenSandbox> {
  const key = options.key ?? keyPrefix + randomBytes(24).toString('hex')
  const webhookSecret = options.webhookSecret ?? `whsec_${randomBytes(24).toString('hex')}`
  const log = createLog('stripe-sandbox', 'silent')
  const { file } = options
  const sandbox = await openSandboxApp({
    key,
    webhookSecret,
    publicUrl: options.publicUrl ?? '',
    gatewayUrl: options.gatewayUrl,
    ...(file && { file }),
    log,
  })
  const url = await sandbox.app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  sandbox.context.publicUrl ||= url
  const stripe = clientOf(url, key)
  return {
    url,
    key,
    webhookSecret,
    stripe,
    now: () => sandbox.context.clock.now(),
    async advance(to) {
      const frozen_time = typeof to === 'number' ? to : Math.ceil(to.getTime() / 1000)
      await stripe.testHelpers.testClocks.advance(clockId, { frozen_time })
    },
    deliver: () => stripe.rawRequest('POST', '/v1/sandbox/deliver') as Promise<never>,
    setDelivery: async (settings) => void (await stripe.rawRequest('POST', '/v1/sandbox/delivery', settings)),
    finishCheckout: (address, card, rest) => finishCheckout(url + new URL(address).pathname, card, rest),
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  }
}

/** The real client on a sandbox. Its own tries again are off: a test sees each answer. */
export const clientOf = (url: string, key: string): Stripe => {
  const { hostname, port } = new URL(url)
  return new Stripe(key, { apiVersion, host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}
