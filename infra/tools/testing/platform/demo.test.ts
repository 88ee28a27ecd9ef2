import type { JobRow, Stats } from '@utter/contracts/http/jobs/job-views'
import { makeDemo } from '@utter/operator/demo/make-demo'
import { Customer } from '@utter/testing/customers/customer'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url } = ownPlatform()

test('a demo account has jobs of two days, totals that agree with them, and its own rate again', async () => {
  const reported: string[] = []
  const operator = await testOperator()
  const demo = await makeDemo({ url, operator, count: 16, report: (sentence) => void reported.push(sentence) })
  expect(demo.moved).toBe(16)
  expect(reported.at(-1)).toMatch(/^16 of 16 jobs have ended/)

  const login = await new Customer(url).post('/api/auth/login', { email: demo.email, password: demo.password })
  const customer = Customer.from(url, login)
  expect(customer.user).toMatchObject({ subscriptionTier: 'pro' })
  const rows = (await customer.get('/api/jobs')).body as JobRow[]
  const stats = (await customer.get('/api/stats')).body as Stats
  expect(rows).toHaveLength(16)
  expect(new Set(rows.map(({ status, code }) => code ?? status))).toEqual(
    new Set(['completed', 'invalid_voice', 'cancelled']),
  )
  expect(Date.now() - Date.parse(rows.at(-1)?.createdAt ?? '')).toBeGreaterThan(40 * 3_600_000)

  const jobs = await Promise.all(rows.map(({ id }) => customer.job(id)))
  for (const { startsAt, completed, failed } of stats.hours) {
    const inHour = jobs.filter(({ completedAt = '' }) => completedAt.slice(0, 13) === startsAt.slice(0, 13))
    const count = (status: string) => inHour.filter((job) => job.status === status).length
    expect({ startsAt, completed, failed }).toEqual({
      startsAt,
      completed: count('completed'),
      failed: count('failed'),
    })
  }
  expect(stats.hours.reduce((sum, { completed }) => sum + completed, 0)).toBeGreaterThan(2)
  expect((await customer.speak('One more.')).headers.get('ratelimit-limit')).toBe('10')
})
