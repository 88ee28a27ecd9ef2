import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { Customer } from '@utter/testing/customers/customer'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { eventually } from '@utter/testing/eventually'
import { arm } from '@utter/testing/faults/failpoints'
import { openWebhookReceiver, type WebhookReceiver, withWebhook } from '@utter/testing/faults/webhook-receiver'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { openVendor } from '@utter/testing/vendors/vendor'
import pMap from 'p-map'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Failpoints, by the process that dies there. */
type Deaths = Record<string, string>

/**
 * Each round arms a failpoint in each of its processes, submits, cancels and deletes until all have died there, and goes on; at the end
 * the checker looks at every account.
 */
export function testKills(allDeaths: Deaths[]): void {
  const { url } = ownPlatform()
  const rounds = allDeaths.map((deaths) => Object.entries(deaths).map(([name, failpoint]) => ({ name, failpoint })))
  const accounts: RetryingCustomer[] = []
  let vendor: Awaited<ReturnType<typeof openVendor>>
  /** The account whose jobs are delivered to it, by the failpoints of notifier. */
  let receiver: WebhookReceiver
  let delivered: RetryingCustomer
  let kills = 0

  beforeAll(async () => {
    vendor = await openVendor()
    receiver = await openWebhookReceiver()
    delivered = await withWebhook(url, receiver)
  })
  afterAll(async () => {
    await receiver[Symbol.asyncDispose]()
    await vendor.close()
  })

  test.each(
    rounds.map((deaths) => ({ deaths, title: deaths.map(({ name, failpoint }) => `${name} ${failpoint}`).join(', ') })),
  )('each process dies at one failpoint: $title', async ({ deaths }) => {
    const armed = deaths.map(({ name, failpoint }) => arm(name, failpoint))
    const careful = new RetryingCustomer(await join(url))
    accounts.push(careful)
    await Promise.all(
      ['/api/reply', '/api/tts', '/api/reply', '/api/tts', '/api/reply'].map((path) =>
        careful.submit(path as '/api/reply' | '/api/tts'),
      ),
    )
    await delivered.submit('/api/tts', 'Yes.')
    await cancelOne(careful)
    await deleteOne(careful)
    await eventually('each has died where it should', () => armed.every((file) => !existsSync(file)))
    kills += armed.length
  })

  test('after all of these deaths each accepted job has ended well, and every promise holds', async () => {
    expect(kills).toBe(rounds.flat().length)
    const expectEndedWell = async (careful: RetryingCustomer) => {
      await careful.allEnded()
      const rows = (await careful.customer.get('/api/jobs')).body as { id: string; status: string; error?: string }[]
      expect(rows.filter(({ status, error }) => status !== 'completed' && error !== 'Cancelled')).toEqual([])
      await expectAtRest(careful.customer)
    }
    await pMap(accounts, expectEndedWell, { concurrency: 4 })
  })

  test('each job whose account has a webhook reached it, under one id', async () => {
    await delivered.allEnded()
    const received = () => [...receiver.received.values()].map(({ jobId }) => jobId).sort()
    await eventually('all were received', () => received().length >= delivered.jobIds.length)
    expect(received()).toEqual([...delivered.jobIds].sort())
  })
}

/** Signs up as a careful person does: again until it is answered; when the name is taken then, logs in. */
async function join(url: string): Promise<Customer> {
  const name = `user-${randomUUID().slice(0, 8)}`
  const given = { username: name, email: `${name}@example.com`, password: 'a long password' }
  const customer = await eventually('somebody has signed up', async () => {
    const visitor = new Customer(url)
    const first = await visitor.post('/api/auth/signup', given)
    const answer = first.status === 409 ? await visitor.post('/api/auth/login', given) : first
    return answer.status < 300 && Customer.from(url, answer)
  })
  // Each try counts against the account's rate.
  await eventually('it may try often', async () => {
    await (await testOperator()).setRate(customer.email, 100_000)
    return true
  })
  return customer
}

/** Cancels the youngest, which is waiting and so can be cancelled, or is too late. */
async function cancelOne({ customer, jobIds }: RetryingCustomer): Promise<void> {
  await eventually('a cancellation is answered', async () => {
    const { status } = await customer.post(`/api/jobs/${jobIds.at(-1)}/cancel`)
    return status === 200 || status === 409
  })
}

/** Deletes a job of its own once that has ended; it is gone then, answered or not. */
async function deleteOne(careful: RetryingCustomer): Promise<void> {
  const id = await careful.submitOne('/api/tts')
  careful.jobIds.splice(careful.jobIds.indexOf(id), 1)
  const isGone = async () => {
    const { status } = await careful.customer.request('DELETE', `/api/jobs/${id}`)
    return status === 204 || status === 404
  }
  await eventually('a job is deleted', isGone)
}
