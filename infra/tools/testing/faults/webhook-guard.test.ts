import type { DeliveryView } from '@utter/contracts/http/webhooks'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { startSteadyLoad } from '@utter/testing/customers/steady-load'
import { eventually } from '@utter/testing/eventually'
import { openWebhookReceiver } from '@utter/testing/faults/webhook-receiver'
import { testOperator } from '@utter/testing/setup/operator'
import { keepAllAway } from '@utter/testing/setup/processes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { startReplica } from '@utter/testing/setup/replica'
import { openVendor } from '@utter/testing/vendors/vendor'
import pMap from 'p-map'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const rounds = 5
const inFlight = 8
/** The platform's own allow what is private, since the receivers of other tests are. */
const guarded = { WEBHOOK_ALLOW_PRIVATE: 'false' }

/** This machine in its notations, and what is reached from a machine alone. */
const inside = (port: string) => [
  ...[`http://127.0.0.1:${port}/`, `http://127.1:${port}/`, `http://0x7f000001:${port}/`, `http://2130706433:${port}/`],
  ...[`http://0177.0.0.1:${port}/`, `http://0:${port}/`, `http://localhost:${port}/`, `http://[::1]:${port}/`],
  ...[`http://[::ffff:127.0.0.1]:${port}/`, 'http://10.0.0.1/', 'http://192.168.1.1/', 'http://100.64.0.1/'],
  ...['http://169.254.169.254/latest/meta-data/', 'http://224.0.0.1/', 'http://[fe80::1]/', 'http://[fc00::1]/'],
]

async function anAccount(at: string): Promise<Customer> {
  const customer = await Customer.signUp(at)
  await makeEnterprise(customer)
  await (await testOperator()).setRate(customer.email, 100_000)
  return customer
}

test('under load no address that leads inside is called: each is refused when it is set, and when connecting', async () => {
  await using closing = new AsyncDisposableStack()
  const vendor = await openVendor()
  closing.defer(() => vendor.close())
  const receiver = closing.use(await openWebhookReceiver())
  const addresses = inside(new URL(receiver.url).port)
  // Else it would share the deliveries.
  closing.use(await keepAllAway(['notifier']))
  const notifier = closing.use(await startReplica('notifier', guarded))
  const jobs = closing.use(await startReplica('jobs', guarded))
  const gateway = closing.use(await startReplica('gateway', { NOTIFIER_URL: notifier.url, JOBS_URL: jobs.url }))
  const customer = await anAccount(gateway.url)
  const careful = new RetryingCustomer(await anAccount(gateway.url))
  const load = startSteadyLoad(careful)
  try {
    await eventually('there is load', () => load.replies() > 2)

    const refused = { status: 400, body: { error: 'Webhook URL must be a public address' } }
    const set = (webhookUrl: string) => customer.request('PUT', '/api/settings/webhook', { body: { webhookUrl } })
    const submit = (webhookUrl: string) => customer.speak('Yes.', { webhookUrl })
    const all = Array.from({ length: rounds }, () => addresses).flat()
    for (const ask of [set, submit]) {
      const answers = await pMap(all, ask, { concurrency: inFlight })
      for (const answer of answers) expect(answer).toMatchObject(refused)
    }

    // Let in by the platform's own jobs, as before a setting was changed.
    const letIn = new Customer(url, customer.headers)
    const ids = await pMap(addresses, async (webhookUrl) => jobIdOf(await letIn.speak('Yes.', { webhookUrl })), {
      concurrency: inFlight,
    })
    const tried = await eventually('each was tried', async () => {
      const { status, body } = await customer.get('/api/webhooks/deliveries?limit=100')
      const deliveries = status === 200 ? (body as DeliveryView[]) : []
      return deliveries.filter(({ attempted }) => attempted > 0).length === ids.length && deliveries
    })
    expect(tried.map(({ jobId }) => jobId).sort()).toEqual([...ids].sort())
    for (const { attempts } of tried)
      for (const attempt of attempts)
        expect(attempt).toMatchObject({ status: null, error: 'The address is not public' })
  } finally {
    await load.stop()
  }
  expect(receiver.requests).toEqual([])
  expect(load.failed).toEqual([])
  await careful.allEnded()
})
