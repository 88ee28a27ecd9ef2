import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import { standardPlans } from '@utter/contracts/plans'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers, openBilling, salesEmail } from '../support/open-billing.ts'

const billing = await closedAfterAll(openBilling())

test('200: the plans as sold, for a visitor', async () => {
  const { status, body } = await billing.request('GET', '/api/plans', callers.visitor)
  const offers = standardPlans.map((plan) => (plan.name === 'enterprise' ? { ...plan, contact: salesEmail } : plan))
  expect([status, body]).toEqual([200, offers])
})

test('200: the free plan has fewer calls before the address is verified, where there is such a bound', async () => {
  await using bounded = await openBilling({ unverifiedCalls: 10 })
  const { body } = await bounded.request('GET', '/api/plans', callers.visitor)
  const told = (body as PlanOffer[]).filter(({ unverifiedCalls }) => unverifiedCalls !== undefined)
  expect(told.map(({ name, unverifiedCalls }) => [name, unverifiedCalls])).toEqual([['free', 10]])
})

// The table of the specification: US dollars and calls a month, US dollars for a call past the limit.
test.each([
  ['free', 0, 100, null],
  ['starter', 39, 5_000, 0.04],
  ['creator', 79, 15_000, 0.03],
  ['pro', 199, 50_000, 0.025],
  ['enterprise', null, -1, null],
])(
  '200: %s costs %j, has %i calls, and a call past them costs %j',
  async (name, price, apiCallsLimit, overagePrice) => {
    const { body } = await billing.request('GET', '/api/plans', callers.visitor)
    expect(body).toContainEqual(expect.objectContaining({ name, price, apiCallsLimit, overagePrice }))
  },
)
