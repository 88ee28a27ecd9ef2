import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { reconciliation, sweepNightly } from '../../../src/lifecycle/comparison/nightly.ts'
import { callers, openBilling } from '../../support/open-billing.ts'
import { openPaying } from '../../support/open-paying.ts'

const path = '/internal/billing/reconciliation'
const operator = callers.internal('operator')
const paying = await closedAfterAll(openPaying())
const start = () => paying.billing.request('POST', path, operator)
const { chores, clock } = paying.stripeDeps
const accounts = async () => (await chores.read(reconciliation))?.last?.accounts

test('200: a comparison of all accounts is due at once, which by itself is at night', async () => {
  await paying.subscriber()
  await sweepNightly(paying.stripeDeps)
  expect(await accounts()).toBeUndefined()
  expect(await start()).toMatchObject({ status: 200, body: { accounts: 0, differences: [], found: 0 } })
  await sweepNightly(paying.stripeDeps)
  expect(await accounts()).toBe(1)
})

test('200: one that goes on is not begun again', async () => {
  await start()
  const held = await chores.take(reconciliation, clock.now())
  expect((await start()).body).toMatchObject({ compared: 0 })
  expect(await chores.read(reconciliation)).toEqual(held)
})

test('503: payments are not configured', async () => {
  await using billing = await openBilling()
  expect(await billing.request('POST', path, operator)).toMatchObject(
    problem(503, 'Payments are not configured', 'payments_not_configured'),
  )
})
