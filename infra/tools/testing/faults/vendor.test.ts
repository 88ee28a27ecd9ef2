import { setTimeout as pause } from 'node:timers/promises'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { eventually } from '@utter/testing/eventually'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { processesOf } from '@utter/testing/setup/operator'
import { chatLimitMs } from '@utter/testing/setup/platform-env'
import { allOf } from '@utter/testing/setup/processes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { testStores } from '@utter/testing/setup/stores'
import { half, inTurn, problem, questionOf, reset, silence } from '@utter/testing/vendors/fake-openai'
import { openVendor, wellBehaved, wholeReply } from '@utter/testing/vendors/vendor'
import { createConnection } from 'mongoose'
import { afterEach, beforeEach, expect, test } from 'vitest'

const { url } = ownPlatform()
const accounts: RetryingCustomer[] = []
let careful: RetryingCustomer

const vendor = await closedAfterAll(openVendor())

beforeEach(async () => {
  careful = await RetryingCustomer.signUp(url)
  accounts.push(careful)
  await vendor.waitUntilTrusted(careful.customer)
})
afterEach(async () => {
  vendor.recovers()
  await careful.allEnded()
})

/** Runs a job to its end. @returns the job, its steps, and the number of requests that the vendor got for it */
async function oneJob() {
  await careful.submit('/api/reply')
  const job = await careful.customer.finished(careful.jobIds.at(-1) ?? '')
  return { job, steps: job.timeline.map(({ step }) => step), requests: vendor.requests.length }
}
const betweenMs = () => (vendor.requests[1]?.atMs ?? 0) - (vendor.requests[0]?.atMs ?? 0)

test('a Retry-After of a second is kept, and the job waits where it is', async () => {
  vendor.answers(inTurn(problem(429, { 'retry-after': '1' }), wellBehaved))
  const { job, steps, requests } = await oneJob()
  expect([job.status, requests, steps.includes('step-postponed')]).toEqual(['completed', 2, false])
  expect(betweenMs()).toBeGreaterThanOrEqual(995)
})

test('a Retry-After of seven seconds is kept, and holds up no other job', async () => {
  vendor.answers((response, request) =>
    questionOf(request) === 'And me?' || vendor.requests.length > 2
      ? wellBehaved(response, request)
      : problem(429, { 'retry-after': '7' })(response, request),
  )
  await careful.submit('/api/reply', 'Wait.')
  await eventually('it got the request', () => vendor.requests.length === 1)
  await careful.submit('/api/reply', 'And me?')
  const [first = '', second = ''] = careful.jobIds
  expect((await careful.customer.finished(second)).status).toBe('completed')
  expect((await careful.customer.job(first)).status).not.toBe('completed')
  const job = await careful.customer.finished(first)
  expect([job.status, vendor.requests.length]).toEqual(['completed', 3])
  expect(job.timeline.map(({ step }) => step)).toContain('step-postponed')
  expect((vendor.requests[2]?.atMs ?? 0) - (vendor.requests[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(6_995)
})

test.each([
  ['answers 500 twice', inTurn(problem(500), problem(500), wellBehaved), 3],
  ['resets the connection', inTurn(reset, wellBehaved), 2],
  ['ends its answer in the middle', inTurn(half('That is a', 'ends'), wellBehaved), 2],
  ['breaks off its answer', inTurn(half('That is a', 'breaks'), wellBehaved), 2],
])(
  'a vendor that %s gets the request again at once, and nothing but its whole reply is kept',
  async (_, answers, times) => {
    vendor.answers(answers)
    const { job, steps, requests } = await oneJob()
    expect([job.status, job.aiResponse, requests]).toEqual(['completed', wholeReply, times])
    expect(steps).toEqual(expect.not.arrayContaining(['step-postponed']))
  },
)

test('a text that the vendor refuses fails at once, with the reason, and costs nothing', async () => {
  vendor.answers(problem(400, {}, { code: 'content_filter' }))
  const { job, requests } = await oneJob()
  expect(job).toMatchObject({ status: 'failed', code: 'content_refused', error: 'The chat model refused this text' })
  expect(requests).toBe(1)
})

test('a vendor that is silent on one text holds up nobody; that job is postponed and done later', async () => {
  vendor.answers((response, request) =>
    (questionOf(request) === 'Silence.' && vendor.requests.length === 1 ? silence : wellBehaved)(response, request),
  )
  await careful.submit('/api/reply', 'Silence.')
  await eventually('it got the request', () => vendor.requests.length === 1)
  await careful.submit('/api/reply', 'And me?')
  const [silent = '', other = ''] = careful.jobIds
  expect((await careful.customer.finished(other)).status).toBe('completed')
  expect((await careful.customer.job(silent)).status).toBe('processing')
  const job = await careful.customer.finished(silent)
  expect([job.status, vendor.requests.length]).toEqual(['completed', 3])
  // Asked again after its limit, not three times at once.
  expect((vendor.requests[2]?.atMs ?? 0) - (vendor.requests[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(chatLimitMs - 100)
})

test('a job that is cancelled while its request waits for a slot is never put to a slow vendor', async () => {
  // An account's first two jobs are in the fast lane; of the 16 slots of each chat the others have what the reserve leaves them, 12.
  const chats = (await allOf('chat')).length
  const [submitted, inFlight] = [20 * chats, 2 + 12 * chats]
  await makeEnterprise(careful.customer)
  const free = Promise.withResolvers<void>()
  vendor.answers(async (response, request) => {
    await free.promise
    await wellBehaved(response, request)
  })
  await Promise.all(Array.from({ length: submitted }, () => careful.submit('/api/reply', 'Slowly.')))
  await eventually('every slot that they may have is taken', () => vendor.requests.length === inFlight)
  const waiting = await Promise.all(
    Array.from({ length: 6 }, () => careful.submitOne('/api/reply', 'Nobody may read this.')),
  )
  const before = vendor.requests.length
  const answers = await Promise.all(waiting.map((id) => careful.customer.post(`/api/jobs/${id}/cancel`)))
  expect(answers.map(({ status }) => status)).toEqual(waiting.map(() => 200))
  await untilWithdrawn(waiting)
  free.resolve()
  await careful.allEnded()
  // Later than the requests of the cancelled ones, in the same partitions.
  for (let i = 0; i < 8; i++) await careful.submit('/api/reply', 'And me?')
  await careful.allEnded()
  expect(vendor.requests.slice(before).map(questionOf)).not.toContain('Nobody may read this.')
})

/** Chat learns of a cancellation by an event, a moment after its answer: then the claim is marked. */
async function untilWithdrawn(jobIds: string[]): Promise<void> {
  const connection = await createConnection((await testStores()).mongoUrl).asPromise()
  const claims = connection.useDb('chat').collection<{ _id: string }>('claims')
  const marked = { _id: { $in: jobIds.map((id) => `${id}:chat`) }, 'result.withdrawn': true }
  await eventually('every claim is withdrawn', async () => (await claims.countDocuments(marked)) === jobIds.length)
  await connection.close()
}

test('the circuit to a vendor that is unavailable for 10 s opens, direct questions are refused, and all jobs end well', async () => {
  const count = 12
  await makeEnterprise(careful.customer)
  vendor.answers(problem(503))
  const startedMs = Date.now()
  await Promise.all(Array.from({ length: count }, () => careful.submit('/api/reply')))
  const refusal = await eventually('a question is refused', async () => {
    const answer = await careful.customer.post('/api/chat', { message: 'Are you there?' })
    return answer.body && (answer.body as { error: string }).error.includes('try again later') ? answer : undefined
  })
  expect(refusal).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(await metricsOf('chat')).toContain('vendor_breaker_state{stage="chat"} 1')
  await pause(10_000 - (Date.now() - startedMs))
  // Each job at most once before it was known, and a few to find out: without a breaker it is six times each by now.
  expect(vendor.requests.length).toBeGreaterThanOrEqual(5)
  expect(vendor.requests.length).toBeLessThan(2 * count)
  vendor.recovers()
  await careful.allEnded()
  const jobs = await Promise.all(careful.jobIds.map((id) => careful.customer.job(id)))
  expect(jobs.map(({ status }) => status)).toEqual(Array(count).fill('completed'))
  expect(await metricsOf('chat')).toContain('vendor_breaker_state{stage="chat"} 0')
})

// Together, since each takes as long as the pause between two looks at an account.
test('after all of it nothing is left of any of these accounts', async () => {
  const ended = accounts.filter(({ jobIds }) => jobIds.length > 0)
  await Promise.all(ended.map(({ customer, jobIds }) => expectAtRest(customer, { disturbed: false, accepted: jobIds })))
})

async function metricsOf(name: string): Promise<string> {
  const { privateUrl } = (await processesOf())[name] ?? {}
  return (await fetch(`${privateUrl}/metrics`)).text()
}
