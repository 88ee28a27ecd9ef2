import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers, openBilling } from '../../support/open-billing.ts'

const billing = await closedAfterAll(openBilling())
const list = (query = '') =>
  billing.request('GET', `/internal/billing/adjustments${query}`, callers.internal('operator'))

test('200: what the operator has given, newest first, of all accounts or of one', async () => {
  const [{ userId }, other] = [newIdentity(), newIdentity()]
  const given = { kind: 'credit' as const, customerId: 'cus_1', cents: 500, currency: 'usd', reason: 'r', by: 'ada' }
  const [early, late] = ['2026-01-31T12:00:00.000Z', '2026-02-01T12:00:00.000Z']
  await billing.adjustments.intend({ _id: 'a', ...given, userId, at: new Date(early), stripeId: 'cbtxn_1' })
  await billing.adjustments.intend({ _id: 'b', ...given, userId: other.userId, at: new Date(late) })
  const { _id, customerId, ...view } = { _id: '', ...given }
  const rows = [
    { ...view, userId: other.userId, at: late },
    { ...view, userId, at: early, stripeId: 'cbtxn_1' },
  ]
  expect(await list()).toMatchObject({ status: 200, body: { adjustments: rows } })
  expect((await list(`?userId=${userId}`)).body).toEqual({ adjustments: [rows[1]] })
})
