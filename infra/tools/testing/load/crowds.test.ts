import { Customer } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { eventually } from '@utter/testing/eventually'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { testOperator } from '@utter/testing/setup/operator'
import { allOf } from '@utter/testing/setup/processes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { after, problem, questionOf, reply, silence } from '@utter/testing/vendors/fake-openai'
import { openVendor, wellBehaved } from '@utter/testing/vendors/vendor'
import pMap from 'p-map'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { url } = ownPlatform()
/** Replies that a process of chat writes at the same time by default. */
const slotsEach = 16
/** Less than chat waits for a silent one. */
const slowMs = 4_000
// Speech on this machine takes longer than all the rest: a reply has one word, or is refused.
const refusal = problem(400, {}, { code: 'content_filter' })

let vendor: Awaited<ReturnType<typeof openVendor>>
let watcher: Customer
const accounts: RetryingCustomer[] = []
beforeAll(async () => {
  vendor = await openVendor()
  watcher = await join()
})
afterAll(() => vendor.close())

async function join(): Promise<Customer> {
  // So many at once are refused early by a busy machine, and come again.
  const customer = await eventually('somebody signs up', () => Customer.signUp(url))
  await (await testOperator()).setRate(customer.email, 1_000_000)
  return customer
}

async function careful(): Promise<RetryingCustomer> {
  const one = new RetryingCustomer(await join())
  accounts.push(one)
  return one
}

// Jobs that are no longer needed are cancelled.
const cancelAll = ({ customer, jobIds }: RetryingCustomer) =>
  pMap(
    jobIds.toReversed(),
    async (id) => {
      const { status } = await customer.post(`/api/jobs/${id}/cancel`)
      expect([200, 409]).toContain(status)
    },
    { concurrency: 10 },
  )

test('five hundred jobs of one account wait for a slow vendor: the job of another begins within a second', async () => {
  await vendor.waitUntilTrusted(watcher)
  const crowd = await careful()
  await makeEnterprise(crowd.customer)
  const other = await careful()
  vendor.answers((response, request) =>
    (questionOf(request) === 'And me?' ? wellBehaved : after(slowMs, refusal))(response, request),
  )
  // More jobs by one than an account's stream reaches back: the checker reads each job's own.
  await pMap(Array.from({ length: 501 }), () => crowd.submit('/api/reply'), { concurrency: 20 })
  await eventually('the vendor is busy with them', () => vendor.requests.length >= slotsEach / 2)

  await other.submit('/api/reply', 'And me?')
  const id = other.jobIds[0] ?? ''
  const { timeline } = await eventually('it begins', async () => {
    const job = await other.customer.job(id)
    return job.status === 'processing' && job
  })
  const at = (step: string) => Date.parse(timeline.find((entry) => entry.step === step)?.at ?? '')
  expect(at('chat-started') - at('submitted')).toBeLessThan(1_000)

  expect((await other.customer.finished(id)).status).toBe('completed')
  // Only a part of them reached the vendor: the rest is refused without delay.
  expect(vendor.requests.length).toBeLessThan(250)
  vendor.answers(refusal)
  await crowd.allEnded()
})

test('forty jobs of twenty accounts at a vendor that takes four seconds: three rounds at most, whatever one of them meets', async () => {
  const chats = (await allOf('chat')).length
  const rounds = Math.ceil(40 / (chats * slotsEach))
  await vendor.waitUntilTrusted(watcher)
  const crowd = await Promise.all(Array.from({ length: 20 }, careful))
  const met = new Set<string>()
  let under = 0
  let most = 0
  vendor.answers(async (response, request) => {
    const question = questionOf(request)
    const isFirst = !met.has(question)
    met.add(question)
    most = Math.max(most, ++under)
    response.once('close', () => under--)
    if (question === 'Be silent.' && isFirst) return silence(response, request)
    if (question === 'Refuse.') return refusal(response, request)
    return after(slowMs, reply('Yes.'))(response, request)
  })
  const [first, second] = crowd as [RetryingCustomer, RetryingCustomer]
  await Promise.all([first.submit('/api/reply', 'Be silent.'), second.submit('/api/reply', 'Refuse.')])
  await pMap([...crowd.slice(2), ...crowd], (one) => one.submit('/api/reply'), { concurrency: 10 })

  const all = await eventually('each was requested', () => vendor.requests.length >= 40 && vendor.requests.slice(0, 40))
  const tookMs = (all.at(-1)?.atMs ?? 0) - (all[0]?.atMs ?? 0)
  // The last one begins in the last round, and the silent one holds its slot for another half of one.
  expect(tookMs).toBeGreaterThan((rounds - 1) * slowMs - 1_000)
  expect(tookMs).toBeLessThan(3 * slowMs)
  // Partitions do not deal the jobs out equally, so that a process among several may have fewer than it could take.
  expect(most).toBeGreaterThanOrEqual(slotsEach)
  expect(most).toBeLessThanOrEqual(chats * slotsEach)
  expect(await second.customer.finished(second.jobIds[0] ?? '')).toMatchObject({ code: 'content_refused' })

  await Promise.all(crowd.map(cancelAll))
  vendor.recovers()
  await Promise.all(crowd.map((one) => one.allEnded()))
})

test('after all of it nothing is left of any of these accounts', async () => {
  await pMap(accounts, ({ customer, jobIds }) => expectAtRest(customer, { disturbed: false, accepted: jobIds }), {
    concurrency: 4,
  })
})
