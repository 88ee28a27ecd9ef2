import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers, openBilling } from '../../support/open-billing.ts'

const billing = await closedAfterAll(openBilling())

test('200: invoices that were given up, newest first, each once', async () => {
  const { userId } = newIdentity()
  const debt = { userId, customerId: 'cus_1', cents: 400 }
  const [early, late] = ['2026-01-31T12:00:00.000Z', '2026-02-01T12:00:00.000Z']
  await billing.debts.add({ _id: 'in_1', ...debt, at: new Date(early) })
  for (let twice = 0; twice < 2; twice++)
    await billing.debts.add({ _id: 'in_2', ...debt, currency: 'eur', at: new Date(late) })
  const { status, body } = await billing.request('GET', '/internal/billing/debts', callers.internal('operator'))
  expect([status, body.debts]).toEqual([
    200,
    [
      { invoice: 'in_2', customer: 'cus_1', userId, cents: 400, currency: 'eur', at: late },
      { invoice: 'in_1', customer: 'cus_1', userId, cents: 400, currency: 'usd', at: early },
    ],
  ])
})
