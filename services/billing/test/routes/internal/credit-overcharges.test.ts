import { standardPlans } from '@utter/contracts/plans'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { overcharges } from '../../../src/lifecycle/bills/overcharges.ts'
import { reconcile } from '../../../src/lifecycle/comparison/reconcile.ts'
import { callers, openBilling } from '../../support/open-billing.ts'
import { openPaying } from '../../support/open-paying.ts'
import { overcharged } from '../../support/overcharged.ts'

const path = '/internal/billing/overcharged/credit'
const plans = standardPlans.map((plan) => (plan.name === 'starter' ? { ...plan, apiCallsLimit: 5 } : plan))
const paying = await closedAfterAll(openPaying({ plans }))
const credit = () => paying.billing.request('POST', path, callers.internal('operator'))
const creditsOf = async (customer: string) =>
  (await paying.stripe.customers.listBalanceTransactions(customer)).data.map(({ amount }) => amount)

test('200: what bonus calls cost is taken off the next invoice, once, and nothing differs any more', async () => {
  const { userId, customerId, passPeriod } = await overcharged(paying)
  const answers = await Promise.all([credit(), credit()])
  expect(answers[0]).toMatchObject({ status: 200, body: { overcharged: [{ userId, calls: 3, cents: 12 }] } })
  expect([(await credit()).body, await creditsOf(customerId)]).toEqual([{ overcharged: [], notCompared: [] }, [-12]])
  const account = await paying.billing.subscriptions.read(userId)
  expect(account && (await reconcile(paying.stripeDeps, account))).toEqual([])
  await passPeriod()
  const [last] = (await paying.stripe.invoices.list({ customer: customerId })).data
  expect([last?.total, last?.amount_paid]).toEqual([3_900, 3_888])
})

test('200: a credit whose answer was lost is found, though Stripe has forgotten its key', async () => {
  const { userId, customerId } = await overcharged(paying)
  const { customers } = paying.payments.stripe
  const create = customers.createBalanceTransaction.bind(customers)
  customers.createBalanceTransaction = (async (...[id, params]: Parameters<typeof create>) => {
    await create(id, params)
    throw new Error('the answer was lost')
  }) as never
  expect((await credit()).body).toMatchObject({ overcharged: [], notCompared: [userId] })
  customers.createBalanceTransaction = create as never
  expect((await credit()).body).toEqual({ overcharged: [{ userId, calls: 3, cents: 12 }], notCompared: [] })
  expect(await creditsOf(customerId)).toEqual([-12])
  expect(await overcharges(paying.stripeDeps, false)).toEqual({ overcharged: [], notCompared: [] })
})

test('503: payments are not configured', async () => {
  await using billing = await openBilling()
  expect(await billing.request('POST', path, callers.internal('operator'))).toMatchObject(
    problem(503, 'Payments are not configured', 'payments_not_configured'),
  )
})
