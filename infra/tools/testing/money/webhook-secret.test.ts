import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { UserView } from '@utter/contracts/http/account/user-view'
import { readSecrets } from '@utter/local/secrets'
import { Customer } from '@utter/testing/customers/customer'
import { Payer } from '@utter/testing/customers/payer'
import { retryOnClosedSocket } from '@utter/testing/customers/retry-on-closed-socket'
import { eventually } from '@utter/testing/eventually'
import { logsAndMetrics } from '@utter/testing/faults/leaks'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { openBalancer } from '@utter/testing/setup/balancer'
import { ownPlatform } from '@utter/testing/setup/provided'
import { startReplica } from '@utter/testing/setup/replica'
import { testSandbox } from '@utter/testing/setup/sandbox'
import Stripe from 'stripe'
import { expect, test } from 'vitest'

const { url, dataDir } = ownPlatform()
const sendEveryMs = 200
/** After SIGTERM a replica goes on answering for longer than ten probes of the balancer. */
const stopDelay = { STOP_DELAY_MS: '3000' }

/** Lines that the processes have logged of these refusals. */
async function logged(refusals: unknown[]): Promise<string[]> {
  const ids = refusals.flatMap((refusal) => (refusal as { requestId?: string }).requestId ?? [])
  if (ids.length === 0) return []
  const lines = Object.values(await logsAndMetrics())
    .join('\n')
    .split('\n')
  return lines.filter((line) => ids.some((id) => line.includes(id)))
}

// The steps of `infra/operating/rotating-secrets.md`, in their order.
test("the secret of Stripe's events is replaced under a stream of them: each is accepted, and at the end none of the old secret", async () => {
  const { STRIPE_WEBHOOK_SECRET: oldSecret } = await readSecrets(dataDir, {})
  const newSecret = `whsec_${randomBytes(32).toString('base64url')}`
  await using closing = new AsyncDisposableStack()
  const start = async (secrets: string[]) =>
    closing.use(
      await startReplica('billing', {
        ...stopDelay,
        PLANS_FILE: join(dataDir, 'plans.json'),
        STRIPE_WEBHOOK_SECRET: secrets.join(),
      }),
    )
  let billing = await start([oldSecret])
  const balancer = await openBalancer([billing])
  closing.defer(() => balancer.close())
  const gateway = closing.use(await startReplica('gateway', { BILLING_URL: balancer.url }))
  const roll = async (secrets: string[]) => {
    const old = billing
    billing = await start(secrets)
    await balancer.add(billing)
    expect((await old.stop('SIGTERM')).code).toBe(0)
    balancer.remove(old)
  }

  const sandbox = await testSandbox()
  const customer = await Customer.signUp(url)
  const payer = new Payer(customer)
  await eventually('plans are sold', () => payer.priceOf('starter'))
  await payer.subscribe('starter')
  const plan = async () => ((await customer.get('/api/auth/me')).body as { user: UserView }).user.subscriptionTier
  await eventually('the plan is starter', async () => (await plan()) === 'starter')
  const stripeCustomer = await sandbox.customerOf(customer.user?.id ?? '')
  const { data } = await sandbox.stripe.events.list({ type: 'customer.subscription.created', limit: 100 })
  const event = data.find(({ data: { object } }) => (object as Stripe.Subscription).customer === stripeCustomer)
  if (!event) throw new Error('no event came of the subscription')

  const stripe = new Customer(gateway.url)
  /** An event that is new, signed by each of these, as Stripe does while two secrets are good. */
  const send = async (secrets: string[]) => {
    const payload = JSON.stringify({ ...event, id: `evt_${randomUUID()}` })
    const timestamp = Math.floor(Date.now() / 1_000)
    const [first = '', ...others] = secrets.map((secret) =>
      Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    )
    const signature = [first, ...others.map((header) => header.slice(header.indexOf('v1=')))].join()
    const headers = { 'stripe-signature': signature }
    return retryOnClosedSocket(() => stripe.request('POST', '/api/stripe/webhook', { raw: payload, headers }))
  }
  let signing = [oldSecret, newSecret]
  const failed: unknown[] = []
  let accepted = 0
  const stop = new AbortController()
  const inFlight: Promise<void>[] = []
  const streaming = (async () => {
    while (!stop.signal.aborted) {
      const secrets = signing
      inFlight.push(
        send(secrets).then(
          ({ status, body }) => void (status === 200 ? accepted++ : failed.push(body)),
          (error) => void failed.push(error),
        ),
      )
      await pause(sendEveryMs)
    }
  })()
  const moreAccepted = async () => {
    const before = accepted
    await eventually('more events are answered', () => accepted + failed.length > before + 5)
  }
  try {
    await moreAccepted()
    await roll([newSecret, oldSecret])
    await moreAccepted()
    // The overlap at Stripe is over.
    signing = [newSecret]
    await moreAccepted()
    await roll([newSecret])
    await moreAccepted()
  } finally {
    stop.abort()
    await streaming
    await Promise.all(inFlight)
  }
  expect([...failed, ...(await logged(failed))]).toEqual([])
  expect((await send([oldSecret])).status).toBe(400)
  expect((await send([newSecret])).status).toBe(200)
  expect(await plan()).toBe('starter')
  await expectAtRest(customer)
})
