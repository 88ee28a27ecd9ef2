import type { ApiKeyView, CreatedApiKey } from '@utter/contracts/http/account/api-keys'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import { type Answer, Customer, jobIdOf } from '@utter/testing/customers/customer'
import { eventually } from '@utter/testing/eventually'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const usageOf = async (customer: Customer) => (await customer.get('/api/usage')).body as UsageView

/** So many submissions at once, each sent again while there is no room for it. @returns the ids of the accepted ones, and the refusals */
async function atOnce(customer: Customer, count: number): Promise<{ accepted: string[]; refused: Answer[] }> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      eventually('room for a submission', async () => {
        const answer = await customer.speak(`Number ${i}.`, { requestId: `number-${i}` })
        return answer.status !== 503 && answer
      }),
    ),
  )
  return {
    accepted: answers.filter(({ status }) => status === 202).map(jobIdOf),
    refused: answers.filter(({ status }) => status !== 202),
  }
}

test('a spending limit counts at once: its calls are accepted, the next is refused, and the usage has their cost', async () => {
  const operator = await testOperator()
  const customer = await Customer.signUp(url)
  const limit = (dollars: number | null) => customer.request('PUT', '/api/usage/spending-limit', { body: { dollars } })
  expect(await limit(1)).toMatchObject({ status: 409, body: { error: 'This plan has no overage' } })
  await operator.setPlan(customer.email, 'starter')
  await eventually('the plan is there', async () => (await limit(0.08)).status === 200)
  await operator.setCalls(customer.email, 4_999)
  const answers = []
  for (let i = 0; i < 4; i++) answers.push(await customer.speak(`Number ${i}.`))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 402])
  expect(answers[3]?.body).toMatchObject({ error: 'Spending limit reached' })
  expect((await customer.get('/api/usage')).body).toMatchObject({
    ...{ tier: 'starter', overageCallsUsed: 2, overageCost: '0.08', spendingLimit: 0.08, warning: 100 },
  })
})

test('a hundred submissions at once by a key with a cap: as many are accepted, and the list of keys has them', async () => {
  const operator = await testOperator()
  const customer = await Customer.signUp(url)
  await operator.setRate(customer.email, 1_000)
  const made = await customer.post('/api/keys', { name: 'capped', scopes: ['jobs:write', 'jobs:read'], monthlyCap: 7 })
  const { id, key } = made.body as CreatedApiKey
  const { accepted, refused } = await atOnce(new Customer(url, { authorization: `Bearer ${key}` }), 100)
  expect([accepted.length, refused.length]).toEqual([7, 93])
  for (const { status, body } of refused)
    expect([status, body]).toMatchObject([402, { error: 'API key limit reached', code: 'key_limit_reached' }])

  for (const jobId of accepted) await customer.finished(jobId)
  const [listed] = (await customer.get('/api/keys')).body as ApiKeyView[]
  expect(listed).toMatchObject({ id, monthlyCap: 7, callsUsed: 7 })
  expect((await usageOf(customer)).keys).toEqual([{ keyId: id, calls: 7 }])
  await expectAtRest(customer, { disturbed: false, accepted })
})

test('who deletes an account without a call left, and signs up with the same email and asks at once, has none', async () => {
  const operator = await testOperator()
  const customer = await Customer.signUp(url)
  const { username = '', email = '' } = customer.user ?? {}
  await operator.setCalls(email, 100)
  expect((await customer.post('/api/auth/delete-account', { password: 'a long password' })).status).toBe(202)
  const again = await Customer.signUp(url, { username, email: email.replace('@', '+again@') })
  expect(await again.speak('Once more.')).toMatchObject({ status: 402, body: { error: 'API call limit reached' } })
  expect(again.user?.billingPeriodStart).toBe(customer.user?.billingPeriodStart)
  expect(await usageOf(again)).toMatchObject({ apiCallsUsed: 100, apiCallsLimit: 100 })
})

test('a friend’s first job is worth fifty calls: a hundred submissions at once use them up, and not one more', async () => {
  const operator = await testOperator()
  const customer = await Customer.signUp(url)
  await operator.setRate(customer.email, 1_000)
  const referralCode = await eventually('a referral code', async () => {
    const { body } = await customer.get('/api/referrals/stats')
    return new URL((body as { referralUrl: string }).referralUrl).searchParams.get('ref') ?? false
  })
  const friend = await Customer.signUp(url, { referralCode })
  await friend.finished(jobIdOf(await friend.speak('Hello.')))
  await eventually('the bonus counts', async () => (await usageOf(customer)).bonusCallsLeft === 50)
  await operator.setCalls(customer.email, 141)
  expect(await usageOf(customer)).toMatchObject({ bonusCallsEarned: 50, bonusCallsLeft: 9, warning: 80 })

  const { accepted, refused } = await atOnce(customer, 100)
  expect([accepted.length, refused.length]).toEqual([9, 91])
  expect(refused[0]?.body).toMatchObject({ error: 'API call limit reached' })
  expect(await usageOf(customer)).toMatchObject({ apiCallsUsed: 150, bonusCallsLeft: 0, warning: 100 })
  for (const jobId of accepted) await customer.finished(jobId)
  await expectAtRest(customer, { disturbed: false, accepted })
})
