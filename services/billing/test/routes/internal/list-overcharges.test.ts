import { standardPlans } from '@utter/contracts/plans'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, openBilling } from '../../support/open-billing.ts'
import { openPaying } from '../../support/open-paying.ts'
import { overcharged } from '../../support/overcharged.ts'

const path = '/internal/billing/overcharged'
const plans = standardPlans.map((plan) => (plan.name === 'starter' ? { ...plan, apiCallsLimit: 5 } : plan))
const paying = await closedAfterAll(openPaying({ plans }))
const list = () => paying.billing.request('GET', path, callers.internal('operator'))

test('200: accounts of which bonus calls were billed, and those of which it is not known now', async () => {
  await paying.subscriber('starter')
  const other = await overcharged(paying)
  const { userId } = await overcharged(paying)
  paying.billing.segments.set(other.userId, [])
  expect(await list()).toMatchObject({
    status: 200,
    body: { overcharged: [{ userId, calls: 3, cents: 12 }], notCompared: [other.userId] },
  })
})

test('200: one of which jobs does not answer holds up no other', async () => {
  const { userId } = await overcharged(paying)
  const before = (await list()).body.overcharged
  expect(JSON.stringify(before)).toContain(userId)
  const { segments } = paying.billing.deps.jobs
  paying.billing.deps.jobs.segments = (id) => (id === userId ? Promise.reject(new Error('503')) : segments(id))
  const { body } = await list()
  paying.billing.deps.jobs.segments = segments
  expect(body.notCompared).toContain(userId)
  expect(body.overcharged).toHaveLength(before.length - 1)
})

test('200: calls that the split of their segment has are no bonus calls, however late they were billed', async () => {
  const { userId, item } = await overcharged(paying)
  const { subscriptions } = paying.billing
  const [split] = (await subscriptions.read(userId))?.splits ?? []
  if (!split) throw new Error('there is no split')
  await subscriptions.saveSplits(userId, [{ ...split, used: split.used + item.quantity, overage: item.quantity }])
  expect(JSON.stringify((await list()).body)).not.toContain(userId)
})

test('200: calls on an invoice that is void were never charged', async () => {
  const { userId, customerId } = await overcharged(paying)
  const { invoiceItems } = paying.payments.stripe
  const before = invoiceItems.list.bind(invoiceItems)
  invoiceItems.list = async function* (params: { customer: string }) {
    for await (const item of before(params as never))
      yield params.customer === customerId
        ? { ...item, invoice: { ...(item.invoice as object), status: 'void' } }
        : item
  } as never
  const { body } = await list()
  invoiceItems.list = before as never
  expect(JSON.stringify(body)).not.toContain(userId)
})

test('503: payments are not configured', async () => {
  await using billing = await openBilling()
  expect(await billing.request('GET', path, callers.internal('operator'))).toMatchObject(
    problem(503, 'Payments are not configured', 'payments_not_configured'),
  )
})
