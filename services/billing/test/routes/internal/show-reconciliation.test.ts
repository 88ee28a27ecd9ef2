import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { reconciliation } from '../../../src/lifecycle/comparison/nightly.ts'
import { callers, openBilling } from '../../support/open-billing.ts'
import { openPaying } from '../../support/open-paying.ts'

const path = '/internal/billing/reconciliation'
const paying = await closedAfterAll(openPaying())
const show = () => paying.billing.request('GET', path, callers.internal('operator'))
const { chores, clock } = paying.stripeDeps
const now = clock.now()
const nothing = { accounts: 0, differences: [], found: 0 }
const difference = { userId: crypto.randomUUID(), kind: 'not-billed', sentence: 'A call is on no invoice' } as const

test('200: before the first, how far one that goes on is, and what the last one has found', async () => {
  expect(await show()).toMatchObject({ status: 200, body: nothing })
  await chores.plan(reconciliation, now, now)
  const held = await chores.take(reconciliation, now)
  expect((await show()).body).toEqual({ ...nothing, compared: 0 })
  const run = { accounts: 900, counts: { 'not-billed': 700 }, differences: [difference] }
  const kept = held && (await chores.keep(held, { ...held.run, ...run }, now))
  expect((await show()).body).toEqual({ ...nothing, compared: 900 })
  if (kept) await chores.done(kept, now, new Date(now.getTime() + 1))
  const found = { accounts: 900, differences: [difference], found: 700, endedAt: now.toISOString() }
  expect((await show()).body).toEqual(found)
})

test('503: payments are not configured', async () => {
  await using billing = await openBilling()
  expect(await billing.request('GET', path, callers.internal('operator'))).toMatchObject(
    problem(503, 'Payments are not configured', 'payments_not_configured'),
  )
})
