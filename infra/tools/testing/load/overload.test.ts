import { randomUUID } from 'node:crypto'
import { type Answer, Customer, jobIdOf } from '@utter/testing/customers/customer'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { openVendor } from '@utter/testing/vendors/vendor'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const { url } = ownPlatform()
const accountCount = 8
const floodMs = 4_000

let crowd: RetryingCustomer[]
let vendor: Awaited<ReturnType<typeof openVendor>>

beforeAll(async () => {
  vendor = await openVendor()
})
// A retry needs accounts with calls left.
beforeEach(async () => {
  // Accepted jobs wait and are cancelled: to speak them all would take too long.
  vendor.answers(() => {})
  const operator = await testOperator()
  crowd = await Promise.all(
    Array.from({ length: accountCount }, async () => {
      const customer = await Customer.signUp(url)
      await operator.setRate(customer.email, 1_000_000)
      return new RetryingCustomer(customer)
    }),
  )
})
afterAll(() => vendor.close())

test('a flood of submissions: some are refused early with a Retry-After, the others are accepted and none is lost', async () => {
  const answers = await flood(400)
  const by = Map.groupBy(answers, ({ answer }) => answer.status)
  const refused = by.get(503) ?? []
  // 402: an account's calls are over.
  expect([...by.keys()].filter((status) => ![202, 402, 503].includes(status))).toEqual([])
  expect(by.get(202)?.length).toBeGreaterThan(50)
  expect(refused.length).toBeGreaterThan(50)
  for (const { answer } of refused) {
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(answer.body).toMatchObject({ code: 'unavailable' })
  }
  for (const { careful, answer } of by.get(202) ?? []) careful.jobIds.push(jobIdOf(answer))
  await Promise.all(crowd.map(cancelAll))
  vendor.recovers()
  for (const careful of crowd) {
    await careful.allEnded()
    await expectAtRest(careful.customer)
  }
})

/** Keeps so many requests in flight: each is sent again as soon as it is answered, with any status. */
async function flood(inFlight: number): Promise<{ careful: RetryingCustomer; answer: Answer }[]> {
  const answers: { careful: RetryingCustomer; answer: Answer }[] = []
  const until = Date.now() + floodMs
  await Promise.all(
    Array.from({ length: inFlight }, async (_, i) => {
      const careful = crowd[i % crowd.length] as RetryingCustomer
      while (Date.now() < until) {
        const body = { userText: 'Good morning.', requestId: randomUUID(), voiceId: 'default' }
        answers.push({ careful, answer: await careful.customer.post('/api/reply', body) })
      }
    }),
  )
  return answers
}

async function cancelAll({ customer, jobIds }: RetryingCustomer): Promise<void> {
  // The youngest first: so no end activates one that is to be cancelled too.
  for (const id of jobIds.toReversed()) {
    expect((await customer.post(`/api/jobs/${id}/cancel`)).status).toBe(200)
  }
}
