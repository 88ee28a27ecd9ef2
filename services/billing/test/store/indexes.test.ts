import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expectServed } from '@utter/testing/indexes/expect-served'
import { openWatched } from '@utter/testing/indexes/unserved-questions'
import { test } from 'vitest'
import { emptyComparison } from '../../src/domain/comparison.ts'
import type { Subscription } from '../../src/domain/subscription.ts'
import { openAdjustments } from '../../src/store/adjustments.ts'
import { openChores } from '../../src/store/chores.ts'
import { openDebts } from '../../src/store/debts.ts'
import { openFormerCustomers } from '../../src/store/former-customers.ts'
import { openInvoiceItems } from '../../src/store/invoice-items.ts'
import { openLedger } from '../../src/store/ledger.ts'
import { openStripeEvents } from '../../src/store/stripe-events.ts'
import { openSubscriptions } from '../../src/store/subscriptions.ts'

const watched = await closedAfterAll(openWatched('billing'))

const subscription = { _id: 'u', version: 0 } as Subscription
const now = new Date('2026-03-20T12:00:00Z')
const wish = { key: 'k', subscriptionId: 'sub_1', tier: 'pro' as const, priceId: 'price_1', at: now }
const lostDispute = { id: 'du_1', chargeId: 'ch_1', cents: 3900, currency: 'usd', at: now }
const checkout = { key: 'k', price: 'price_1', customer: 'cus_1', at: now }

test('every question about subscriptions is served by an index', async () => {
  const subscriptions = await openSubscriptions(watched.connection)
  await expectServed(watched, subscriptions, {
    begin: () => subscriptions.begin('u', now),
    read: () => subscriptions.read('u'),
    byCustomer: () => subscriptions.byCustomer('cus_1'),
    withCustomer: () => subscriptions.withCustomer('', 10),
    customerAt: () => subscriptions.customerAt('', 10),
    saveCustomer: () => subscriptions.saveCustomer('u', 'cus_1'),
    forgetCustomer: () => subscriptions.forgetCustomer('u', 'cus_1'),
    watch: () => subscriptions.watch('u', now, now),
    leaseWatched: () => subscriptions.leaseWatched(now, 10),
    watched: () => subscriptions.watched(subscription, now),
    savePortal: () => subscriptions.savePortal('u', 'bps_1'),
    beginCheckout: () => subscriptions.beginCheckout(subscription, checkout, checkout, now),
    checkoutOpened: () => subscriptions.checkoutOpened('u', checkout, 'cs_1'),
    dropCheckout: () => subscriptions.dropCheckout('u', checkout),
    apply: () => subscriptions.apply(subscription, { tier: 'free', status: 'active' }, now),
    billRow: () => subscriptions.billRow({ _id: 'j', userId: 'u', period: now, completedAt: now }, now),
    saveSplits: () =>
      subscriptions.saveSplits('u', [{ segment: now, used: 7, bonusBalance: 1, plan: 5, bonus: 1, overage: 1 }]),
    leaseInterim: () => subscriptions.leaseInterim(now, 10),
    interimCounted: () =>
      subscriptions.interimCounted({ ...subscription, interim: { segment: now, callsLeft: 0, rev: 0 } }, 10),
    dropInterim: () => subscriptions.dropInterim(subscription),
    billUnpaid: () => subscriptions.billUnpaid('u', 'in_1', now),
    billSettled: () => subscriptions.billSettled('u', 'in_1'),
    savePaid: () => subscriptions.savePaid('u', 3_900, now),
    saveTrust: () => subscriptions.saveTrust('u', 500, now),
    leaseDueForBilling: () => subscriptions.leaseDueForBilling(now, 10),
    billed: () => subscriptions.billed({ ...subscription, billDueAt: now }),
    billFailed: () => subscriptions.billFailed({ ...subscription, billDueAt: now }, now, now),
    setPlan: () => subscriptions.setPlan('u', now, 'pro', now),
    dateChecks: () => subscriptions.dateChecks(now, 10),
    leaseUnchecked: () => subscriptions.leaseUnchecked(now, 10),
    checked: () => subscriptions.checked({ ...subscription, checkAt: now }, now),
    want: () => subscriptions.want(subscription, wish, now),
    wishAnswered: () => subscriptions.wishAnswered('u', wish),
    settleWish: () => subscriptions.settleWish('u', wish),
    dropWish: () => subscriptions.dropWish('u', wish),
    addSecond: () => subscriptions.addSecond('u', { id: 'sub_2', since: now }, now),
    removeSecond: () => subscriptions.removeSecond('u', { id: 'sub_2', since: now }),
    addLostDispute: () => subscriptions.addLostDispute('u', lostDispute),
    disputeApplied: () => subscriptions.disputeApplied('u', lostDispute),
    forgive: () => subscriptions.forgive('u', now),
    setPaidBack: () => subscriptions.setPaidBack(subscription, true, now),
    outbox: async () => {
      const { leased } = await subscriptions.outbox.lease(now, 10)
      await subscriptions.outbox.markPublished(leased)
    },
    close: () => subscriptions.close('u', now),
    leaseClosing: () => subscriptions.leaseClosing(now, 10),
    closeLater: () => subscriptions.closeLater({ ...subscription, closeDueAt: now }, now),
    remove: () => subscriptions.remove('u'),
  })
})

test('every question about the ledger is served by an index', async () => {
  const ledger = await openLedger(watched.connection)
  await expectServed(watched, ledger, {
    enter: () => ledger.enter({ _id: 'j', userId: 'u', period: now, completedAt: now }),
    count: async () => [await ledger.count('u'), await ledger.count('u', now)],
    bySegment: () => ledger.bySegment('u', now),
  })
})

test('every question about former customers is served by an index', async () => {
  const former = await openFormerCustomers(watched.connection)
  await expectServed(watched, former, {
    keep: () => former.keep({ _id: 'cus_1', userId: 'u', forgiven: [], at: now }),
    read: () => former.read('cus_1'),
    removeOld: () => former.removeOld(now),
  })
})

test('every question about debts is served by an index', async () => {
  const debts = await openDebts(watched.connection)
  await expectServed(watched, debts, {
    add: () => debts.add({ _id: 'in_1', userId: 'u', customerId: 'cus_1', cents: 400, at: now }),
    latest: () => debts.latest(10),
  })
})

test('every question about refunds and credits is served by an index', async () => {
  const adjustments = await openAdjustments(watched.connection)
  const credit = { kind: 'credit' as const, userId: 'u', customerId: 'cus_1', cents: 500, currency: 'usd' }
  await expectServed(watched, adjustments, {
    read: () => adjustments.read('a'),
    intend: () => adjustments.intend({ _id: 'a', ...credit, reason: 'an outage', by: 'ada', at: now }),
    made: () => adjustments.made('a', 'cbtxn_1'),
    failed: () => adjustments.failed('a', now),
    drop: () => adjustments.drop('a'),
    latest: async () => [await adjustments.latest('u', 10), await adjustments.latest(undefined, 10)],
  })
})

test("every question about Stripe's events is served by an index", async () => {
  const events = await openStripeEvents(watched.connection)
  await expectServed(watched, events, {
    receive: () => events.receive({ _id: 'evt_1', type: 'invoice.paid' }, now),
    countCome: () => events.countCome(['evt_1', 'evt_2']),
    receiveMissed: () => events.receiveMissed({ _id: 'evt_3', type: 'invoice.paid' }, now),
    handled: () => events.handled('evt_2'),
    retry: () => events.retry('evt_1', now),
    leaseUnhandled: () => events.leaseUnhandled(now, 10),
    removeOld: () => events.removeOld(now),
  })
})

test('every question about chores is served by an index', async () => {
  const chores = await openChores(watched.connection)
  const run = { ...emptyComparison(), startedAt: now, after: '', tries: 1, heldUntil: now }
  const held = { _id: 'c', dueAt: now, run }
  await expectServed(watched, chores, {
    read: () => chores.read('c'),
    plan: () => chores.plan('c', now, now),
    start: () => chores.start('c', now),
    take: () => chores.take('c', now),
    keep: () => chores.keep(held, held.run, now),
    leave: () => chores.leave(held, now),
    done: () => chores.done(held, now, now),
  })
})

test('every question about invoice items is served by an index', async () => {
  const items = await openInvoiceItems(watched.connection)
  const item = { _id: 'i', userId: 'u', customerId: 'c', subscriptionId: 's', tier: 'pro', quantity: 1, price: 25 }
  await expectServed(
    watched,
    items,
    {
      intend: () => items.intend({ ...item, period: now, segment: now, at: now }),
      read: () => items.read('i'),
      of: () => items.of('u'),
      toNextInvoice: () => items.toNextInvoice('i'),
      made: () => items.made('i', 'ii_1'),
      sent: () => items.sent('i'),
      intendCredit: () => items.intendCredit('i', { calls: 1, cents: 3 }),
      credited: () => items.credited('i', 'cbtxn_1'),
    },
    { of: 'a few for each period that was paid' },
  )
})
