import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type BookRow, booksCsv } from '../../src/domain/books-csv.ts'

const row: BookRow = {
  ...{ invoice_number: 'A-1', invoice_date: '2026-02-01', invoice_state: 'paid', account: 'u', description: 'Pro' },
  ...{ plan: 'pro', period_start: '2026-02-01', period_end: '2026-03-01', calls: undefined, price_per_call: undefined },
  ...{ amount: 199, tax: 0, currency: 'usd' },
}
async function* each(rows: BookRow[]) {
  yield* rows
}
const csvOf = (...rows: BookRow[]) => text(booksCsv(each(rows)))
const head =
  'invoice_number,invoice_date,invoice_state,account,description,plan,period_start,period_end,calls,price_per_call,amount,tax,currency\r\n'

test('has its columns also without a row, and two decimals in each amount', async () => {
  expect(await csvOf()).toBe(head)
  const overage = { ...row, calls: 3, price_per_call: 0.025, amount: 0.08, tax: 0.01 }
  const begin = 'A-1,2026-02-01,paid,u,Pro,pro,2026-02-01,2026-03-01'
  expect(await csvOf(row, overage)).toBe(`${head}${begin},,,199.00,0.00,usd\r\n${begin},3,0.025,0.08,0.01,usd\r\n`)
})

test.each([
  ['a, "b"', '"a, ""b"""'],
  ['a\nb', '"a\nb"'],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@a', "'@a"],
])('the text %j is %s', async (description, written) => {
  expect(await csvOf({ ...row, description })).toContain(`,u,${written},pro,`)
})

test('an amount below nothing is a number', async () => {
  expect(await csvOf({ ...row, amount: -20.5 })).toContain(',-20.50,0.00,usd')
})

test('a row that could not be read ends it with its error', async () => {
  const rows = (async function* () {
    yield row
    throw new Error('Stripe is away')
  })()
  await expect(text(booksCsv(rows))).rejects.toThrow('Stripe is away')
})
