import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { tryBesideTwin } from '@utter/testing/try-update'
import { expect, test } from 'vitest'
import { type InvoiceItem, openInvoiceItems } from '../../src/store/invoice-items.ts'

const mongo = await closedAfterAll(openDatabase('billing-items'))
const items = await openInvoiceItems(mongo.connection)

const now = new Date('2026-03-20T12:00:00Z')
const item: InvoiceItem = {
  _id: 'i',
  userId: 'u',
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  period: now,
  segment: now,
  tier: 'pro',
  quantity: 3,
  price: 25,
  invoiceId: 'in_1',
  at: now,
}

test('an item is intended once: its quantity is that of the first intent', async () => {
  expect(await items.intend(item)).toEqual({ ...item, unsent: true })
  expect(await items.intend({ ...item, quantity: 9 })).toEqual({ ...item, unsent: true })
  await items.intend({ ...item, _id: 'of another', userId: 'v' })
  expect((await items.of('u')).map(({ _id }) => _id)).toEqual(['i'])
})

test.each<[string, () => Promise<unknown>, object]>([
  ['goes onto the next invoice', () => items.toNextInvoice('i'), { invoiceId: null }],
  ['was made', () => items.made('i', 'ii_1'), { invoiceItemId: 'ii_1' }],
  ['was sent', () => items.sent('i'), { unsent: null }],
])('an item that %s is so alone', async (_name, act, changed) => {
  const tried = await tryBesideTwin(mongo.connection, 'invoice-items', { ...item, unsent: true }, act)
  expect(tried.changed).toEqual(changed)
})

test('a credit is intended once: its calls are those of the first intent', async () => {
  const credit = { calls: 2, cents: 5 }
  const act = (own: { calls: number; cents: number }) => () => items.intendCredit('i', own)
  expect(await tryBesideTwin(mongo.connection, 'invoice-items', item, act(credit))).toEqual({
    ...{ result: credit, changed: { credit } },
  })
  const later = act({ calls: 3, cents: 8 })
  expect(await tryBesideTwin(mongo.connection, 'invoice-items', { ...item, credit }, later)).toEqual({
    ...{ result: credit, changed: {} },
  })
  const made = { credit: { ...credit, transactionId: 'cbtxn_1' } }
  const { changed } = await tryBesideTwin(mongo.connection, 'invoice-items', { ...item, credit }, () =>
    items.credited('i', 'cbtxn_1'),
  )
  expect(changed).toEqual(made)
})
