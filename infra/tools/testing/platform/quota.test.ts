import type { UsageView } from '@utter/contracts/http/jobs/usage'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { eventually } from '@utter/testing/eventually'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const calls = async (customer: Customer) =>
  ((await customer.get('/api/auth/me')).body as { user: { apiCallsUsed: number } }).user.apiCallsUsed

test('fifty submissions at once with ten calls left: ten are accepted, forty are refused, and ten are charged', async () => {
  const operator = await testOperator()
  const customer = await Customer.signUp(url)
  await operator.setRate(customer.email, 1_000)
  await operator.setCalls(customer.email, 90)

  // Fifty are more than jobs accepts at once: a request with a Retry-After is sent again, under the same request id.
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      eventually('room for a submission', async () => {
        const answer = await customer.speak(`Number ${i}.`, { requestId: `number-${i}` })
        return answer.status !== 503 && answer
      }),
    ),
  )
  const accepted = answers.filter(({ status }) => status === 202)
  const refused = answers.filter(({ status }) => status === 402)
  expect([accepted.length, refused.length]).toEqual([10, 40])
  expect(refused[0]?.body).toMatchObject({ error: 'API call limit reached', code: 'call_limit_reached' })

  for (const answer of accepted) expect((await customer.finished(jobIdOf(answer))).status).toBe('completed')
  await operator.recount(customer.email)
  expect(await calls(customer)).toBe(100)
  await eventually('a ledger row for each', async () => (await operator.ledgerRows(customer.email)) === 10)
  const usage = (await customer.get('/api/usage')).body as UsageView
  expect(usage.days.reduce((sum, { calls }) => sum + calls, 0)).toBe(10)
  expect([usage.voices, usage.keys]).toEqual([
    [{ voiceId: expect.any(String), calls: 10 }],
    [{ keyId: null, calls: 10 }],
  ])
  expect(usage).toMatchObject({ apiCallsUsed: 100, apiCallsLimit: 100, overageCost: '0.00', warning: 100 })
})

test('the same request twenty times at once with one call left: one job, and every answer names it', async () => {
  const operator = await testOperator()
  const customer = await Customer.signUp(url)
  await operator.setRate(customer.email, 1_000)
  await operator.setCalls(customer.email, 99)

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => customer.speak('Only once.', { requestId: 'the-same' })),
  )
  const ids = new Set(answers.map(jobIdOf))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 202])
  expect(ids.size).toBe(1)
  expect(await calls(customer)).toBe(100)

  const other = await customer.speak('Something else.', { requestId: 'the-same' })
  expect([other.status, other.body]).toMatchObject([409, { error: 'Request ID already used with a different request' }])
})

test('a job that fails costs nothing, and its owner reads why', async () => {
  const customer = await Customer.signUp(url)
  const job = await customer.finished(jobIdOf(await customer.speak('Hello.', { voiceId: 'nobody' })))
  expect(job).toMatchObject({ status: 'failed', error: 'Invalid voice ID', code: 'invalid_voice' })
  await eventually('the call is given back', async () => (await calls(customer)) === 0)
})

test('ten requests in a minute are let through, the eleventh gets a Retry-After', async () => {
  const customer = await Customer.signUp(url)
  const answers = []
  // However the path is spelt.
  for (let i = 0; i < 11; i++) answers.push(await customer.post(i % 2 ? '/api/%63hat' : '/api/chat', {}))
  expect(answers.slice(0, 10).every(({ status }) => status === 400)).toBe(true)
  const last = answers[10]
  expect([last?.status, last?.body]).toMatchObject([429, { error: 'Rate limit exceeded' }])
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('an upgrade by the operator counts at once: the plan, its limit, its rate', async () => {
  const operator = await testOperator()
  const customer = await Customer.signUp(url)
  await operator.setPlan(customer.email, 'enterprise')
  await eventually('the plan is there', async () => {
    const { user } = (await customer.get('/api/auth/me')).body as {
      user: { subscriptionTier: string; apiCallsLimit: number }
    }
    return user.subscriptionTier === 'enterprise' && user.apiCallsLimit === -1
  })
  // The gateway reads its own copy of the session, which follows the account.
  await eventually('its rate is there', async () => {
    const answer = await customer.post('/api/chat', {})
    return answer.headers.get('ratelimit-limit') === '600'
  })
})
