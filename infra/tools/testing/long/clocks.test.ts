import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { CreatedApiKey } from '@utter/contracts/http/account/api-keys'
import type { DeliveryView } from '@utter/contracts/http/webhooks'
import { type Answer, Customer } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { eventually } from '@utter/testing/eventually'
import { clockOff } from '@utter/testing/faults/clock'
import { openWebhookReceiver } from '@utter/testing/faults/webhook-receiver'
import { expectAtRest, violationsOf } from '@utter/testing/invariants/checker'
import { streamsOf } from '@utter/testing/invariants/streams'
import { type Fleet, openFleet } from '@utter/testing/setup/fleet'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { testStores } from '@utter/testing/setup/stores'
import { openVendor } from '@utter/testing/vendors/vendor'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { url: rightUrl, dataDir } = ownPlatform()
const shiftMs = 10 * 60_000
const password = 'a long password'
/** A path of each service; chat has none that is read. */
const paths = {
  ...{ account: '/api/auth/sessions', jobs: '/api/stats', billing: '/api/plans', referral: '/api/referrals/stats' },
  ...{ notifier: '/api/webhooks/deliveries', speech: '/api/voices' },
}
const services = [...Object.keys(paths), 'chat']
const everyMs = 300
/** Accepted of each customer while clocks are off. */
const minJobs = 12
const soundsRead = 4

let fleet: Fleet
let vendor: Awaited<ReturnType<typeof openVendor>>
beforeAll(async () => {
  vendor = await openVendor()
  // A gateway behind a balancer, and each of the platform's own services: their clocks are right.
  fleet = await openFleet(1)
})
afterAll(async () => {
  await fleet[Symbol.asyncDispose]()
  await vendor.close()
})

/** Answers that are neither a success nor a 503 that names a time for a retry. */
let unexpected: unknown[] = []
class WatchedCustomer extends Customer {
  override async request(...sent: Parameters<Customer['request']>): Promise<Answer> {
    const answer = await super.request(...sent)
    const { status, headers, body } = answer
    if (status >= 300 && !(status === 503 && headers.has('retry-after'))) unexpected.push([sent, status, body])
    return answer
  }
}

/** An account without limits, and an API key of it. */
async function openAccount() {
  // Here every clock is right.
  const owner = await Customer.signUp(rightUrl, { password })
  await makeEnterprise(owner)
  await (await testOperator()).setRate(owner.email, 100_000)
  const made = await owner.post('/api/keys', { name: 'a key', scopes: ['jobs:read', 'jobs:write', 'usage:read'] })
  return { owner, authorization: `Bearer ${(made.body as CreatedApiKey).key}` }
}

/** A receiver of the account's webhooks that verifies each, its time as well. */
async function openVerifier(owner: Customer) {
  const receiver = await openWebhookReceiver()
  const { body } = await owner.request('PUT', '/api/settings/webhook', { body: { webhookUrl: receiver.url } })
  const webhook = new Webhook((body as { secret: string }).secret)
  const [verified, refused] = [new Set<string>(), new Set<string>()]
  receiver.answers((response) => {
    const { headers, body } = receiver.requests.at(-1) ?? { headers: {}, body: '' }
    const id = String(headers['webhook-id'])
    try {
      webhook.verify(body, headers as Record<string, string>)
      verified.add(id)
      response.end()
    } catch {
      refused.add(id)
      response.writeHead(400).end()
    }
  })
  return { verified, refused, received: receiver.received, [Symbol.asyncDispose]: receiver[Symbol.asyncDispose] }
}

/** Submissions of the customers, and readings of every service between, until the end. */
function startLoad(customers: RetryingCustomer[], readers: Customer[]) {
  const stop = new AbortController()
  const answered = new Set<string>()
  let replies = 0
  const submitting = customers.map(async (careful, at) => {
    for (let i = at; !stop.signal.aborted; i++) {
      const isReply = i % 2 === 0
      await careful.submit(isReply ? '/api/reply' : '/api/tts', 'Yes.')
      if (isReply) replies++
      await pause(everyMs)
    }
  })
  const reading = readers.map(async (reader) => {
    while (!stop.signal.aborted) {
      for (const [service, path] of Object.entries(paths)) {
        if ((await reader.get(path)).status === 200) answered.add(service)
        // At random: the balancers give connections in turn, so readers in step would meet the same replica each time.
        await pause(2 * everyMs * Math.random())
      }
      if ((await reader.post('/api/chat', { message: 'Are you there?' })).status !== 200) continue
      answered.add('chat')
      replies++
    }
  })
  return {
    answered,
    /** @returns how many replies a vendor was to be paid for */
    async stop(): Promise<number> {
      stop.abort()
      await Promise.all([...submitting, ...reading])
      return replies
    },
  }
}

type Refusal = { service: string; clockAheadMs: number; level: unknown }
/** The gateways' log lines about refused tokens. */
async function refusals(): Promise<Refusal[]> {
  const folder = join(dataDir, 'logs')
  const names = (await readdir(folder)).filter((name) => name.startsWith('gateway'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.includes('refused our token'))
  return lines.map((line) => JSON.parse(line.slice(line.indexOf('{'))) as Refusal)
}

test.each([
  ['ahead', shiftMs],
  ['behind', -shiftMs],
])(
  'a replica of each process has a clock ten minutes %s: nobody is logged out, no key is refused, nothing is doubled',
  {
    timeout: 600_000,
  },
  async (_where, ms) => {
    unexpected = []
    const { owner, authorization } = await openAccount()
    await using webhooks = await openVerifier(owner)
    const before = (await refusals()).length
    const shifted = await Promise.all(fleet.names.map((name) => fleet.join(name, clockOff(ms))))
    vendor.requests.splice(0)

    // A client of each, since a connection stays with the gateway that took it.
    const right = fleet.replicas('gateway')[0]?.url ?? ''
    const wrong = shifted[fleet.names.indexOf('gateway')]?.url ?? ''
    // Sessions that one account makes, and another one knows.
    const logIn = async (url: string) => {
      const answer = await new WatchedCustomer(url).post('/api/auth/login', { email: owner.email, password })
      return answer.status === 200 && new WatchedCustomer(url, Customer.from(url, answer).headers)
    }
    const readers: Customer[] = []
    for (const url of [right, wrong, right, wrong])
      readers.push(await eventually('a login is answered', () => logIn(url)))

    const [bySession, byKey] = [
      new WatchedCustomer(right, owner.headers),
      new WatchedCustomer(wrong, { authorization }),
    ]
    const customers = [bySession, byKey].map((customer) => new RetryingCustomer(customer))
    const load = startLoad(customers, readers)
    let replies = 0
    try {
      await eventually(
        'each service has refused a gateway’s token and accepted another’s, while jobs were accepted',
        async () => {
          const refused = new Set((await refusals()).slice(before).map(({ service }) => service))
          const jobs = customers.map(({ jobIds }) => jobIds.length)
          const lacking = services.filter((service) => !refused.has(service) || !load.answered.has(service))
          // A notifier that is behind cannot ask jobs, and leaves its deliveries to the other one.
          const isSigned = ms < 0 || webhooks.refused.size > 0
          if (lacking.length === 0 && jobs.every((count) => count >= minJobs) && isSigned) return true
          throw new Error(JSON.stringify({ lacking, jobs, webhooks: webhooks.refused.size }))
        },
      )
    } finally {
      replies = await load.stop()
    }

    const all = new RetryingCustomer(owner)
    all.jobIds.push(...customers.flatMap(({ jobIds }) => jobIds))
    await all.allEnded()
    const rows = await all.rows()
    expect(rows.filter(({ status }) => status !== 'completed')).toEqual([])
    expect(rows.map(({ id }) => id).sort()).toEqual([...all.jobIds].sort())
    expect(vendor.requests.length).toBe(replies)
    for (const reader of readers) {
      const isLoggedIn = async () => (await reader.get('/api/auth/me')).status === 200
      await eventually('each session is good', isLoggedIn)
    }
    for (const id of all.jobIds.slice(0, soundsRead)) {
      // Signed by either jobs, and verified by either speech.
      const { audioUrl } = await eventually('a job is read', () => byKey.job(id).catch(() => null))
      const isServed = async () => (await new WatchedCustomer(wrong).get(audioUrl ?? '')).status === 200
      await eventually('its sound is served', isServed)
    }
    if (ms > 0) await expectAtRest(owner, { disturbed: false, accepted: all.jobIds })
    else await expectAtRestBehind(owner, all.jobIds)

    expect(unexpected).toEqual([])
    const lines = (await refusals()).slice(before)
    expect(lines.filter(({ clockAheadMs }) => Math.abs(clockAheadMs - shiftMs) > 5_000)).toEqual([])

    const ends = await Promise.all(fleet.names.map((name, at) => fleet.leave(name, 'SIGTERM', shifted[at])))
    expect(ends.map(({ code }) => code)).toEqual(fleet.names.map(() => 0))
    await expectDelivered(owner, all.jobIds, webhooks, ms < 0)
  },
)

/**
 * The same, but for one thing: an account's stream is resumed by the time of its last event, so it leaves out jobs whose last change is dated before it.
 * A job's own stream goes by versions, and is whole.
 */
async function expectAtRestBehind(owner: Customer, accepted: string[]): Promise<void> {
  const [operator, stores] = await Promise.all([testOperator(), testStores()])
  await operator.recount(owner.email)
  const isAtRest = async () => {
    const all = await violationsOf(owner.user?.id ?? '', stores, streamsOf(owner), { disturbed: false, accepted })
    const found = all.filter((one) => !one.startsWith("the account's stream leaves out"))
    if (found.length > 0) throw new Error(found.join('\n'))
    return true
  }
  await eventually('the account is at rest', isAtRest)
}

/** Each webhook arrives under one id; what a wrong clock has signed is still to be sent, and nothing was given up. */
async function expectDelivered(
  owner: Customer,
  jobIds: string[],
  { verified, received }: Awaited<ReturnType<typeof openVerifier>>,
  isBehind: boolean,
): Promise<void> {
  const read = () => deliveriesOf(owner)
  // A job whose end is dated before its account had the webhook, ten minutes ago, has none.
  const minCount = isBehind ? 1 : jobIds.length
  await eventually('each job has a delivery', async () => (await read()).length >= minCount)
  const deliveries = await read()
  expect(new Set(deliveries.map(({ jobId }) => jobId)).size).toBe(deliveries.length)
  expect(jobIds).toEqual(expect.arrayContaining(deliveries.map(({ jobId }) => jobId)))
  const open = deliveries.filter(({ status }) => status !== 'delivered')
  expect(open.filter(({ status }) => status !== 'pending')).toEqual([])
  // Sooner than the schedule has them; an account may ask for sixty in a minute.
  const resend = async (id: string) => (await owner.post(`/api/webhooks/deliveries/${id}/resend`)).status === 202
  for (const { id } of open) await eventually('a delivery is sent again', () => resend(id))
  await eventually('all are delivered', async () => (await read()).every(({ status }) => status === 'delivered'))
  expect([...verified].sort()).toEqual((await read()).map(({ id }) => id).sort())
  for (const { bodies } of received.values()) expect(new Set(bodies).size).toBe(1)
}

/** All deliveries of the account, page by page. */
async function deliveriesOf(owner: Customer): Promise<DeliveryView[]> {
  const all: DeliveryView[] = []
  for (let path: string | undefined = '/api/webhooks/deliveries'; path; ) {
    const { headers, body } = await owner.get(path)
    all.push(...(body as DeliveryView[]))
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  return all
}
