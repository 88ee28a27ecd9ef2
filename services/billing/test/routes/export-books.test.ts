import { standardPlans } from '@utter/contracts/plans'
import { type Identity, identityHeader } from '@utter/http/identity'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers } from '../support/open-billing.ts'
import { openPaying } from '../support/open-paying.ts'

const path = '/api/billing/export'
const plans = standardPlans.map((plan) => (plan.name === 'starter' ? { ...plan, apiCallsLimit: 5 } : plan))
const paying = await closedAfterAll(openPaying({ plans }))

const read = (identity: Identity, query = '') =>
  paying.billing.app.inject({
    ...{ method: 'GET', url: path + query },
    headers: { [identityHeader]: callers.account(identity) },
  })
const rowsOf = async (identity: Identity, query?: string) =>
  (await read(identity, query)).body.trimEnd().split('\r\n').slice(1)
const presentMonth = () => new Date(paying.sandbox.now() * 1_000).toISOString().slice(0, 7)

test('200: the lines of the account’s own invoices: its plan, and calls past it with their price', async () => {
  const [identity, other] = [await paying.subscriber(), await paying.subscriber('pro')]
  await paying.enter(identity, 8)
  await paying.sandbox.advance(((await paying.state(identity))?.periodEnd?.getTime() ?? 0) / 1_000 + 2 * 3_600)
  await paying.settle()
  const { statusCode, headers } = await read(identity)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers['content-disposition']).toMatch(/^attachment; filename="invoices-20\d\d-\d\d-20\d\d-\d\d\.csv"$/)
  const rows = await rowsOf(identity)
  const day = /20\d\d-\d\d-\d\d/g
  const said = rows.map((row) => row.replaceAll(day, 'DAY').replace(/UTTER-\d+/, 'NUMBER'))
  const begin = `NUMBER,DAY,paid,${identity.userId}`
  expect(said).toHaveLength(3)
  expect(said).toContain(`${begin},Calls past the starter plan,starter,DAY,DAY,3,0.04,0.12,0.00,usd`)
  for (const row of said.filter((one) => !one.includes('Calls past')))
    expect(row).toMatch(new RegExp(`^${begin},[^,]*Utter Starter[^,]*,starter,DAY,DAY,,,39.00,0.00,usd$`))
  const theirs = await rowsOf(other)
  expect(theirs.length).toBeGreaterThan(0)
  expect(theirs.filter((row) => !row.includes(other.userId))).toEqual([])
})

test('200: of other months none, nor of an account that never bought anything', async () => {
  const identity = await paying.subscriber()
  expect(await rowsOf(identity, `?from=${presentMonth()}&to=${presentMonth()}`)).toHaveLength(1)
  expect(await rowsOf(identity, '?from=2025-01&to=2025-02')).toEqual([])
  expect(await rowsOf(newIdentity())).toEqual([])
})

test.each([
  ['?from=2026-13', 'from', 'from must be a month such as 2026-03'],
  ['?to=march', 'to', 'to must be a month such as 2026-03'],
  ['?from=2026-03&to=2026-02', 'from', 'from must not be after to'],
])('400: %s', async (query, field, message) => {
  const { statusCode, body } = await read(newIdentity(), query)
  expect({ status: statusCode, body: JSON.parse(body) }).toMatchObject(invalid(field, message))
})
