import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { tryBesideTwin } from '@utter/testing/try-update'
import { describe, expect, test } from 'vitest'
import type { PlanState } from '../../src/domain/next-state.ts'
import type { Checkout, Split, Subscription, Terms, Wish } from '../../src/domain/subscription.ts'
import { openSubscriptions } from '../../src/store/subscriptions.ts'

const mongo = await closedAfterAll(openDatabase('billing-updates'))
const subscriptions = await openSubscriptions(mongo.connection)

const [early, now, later] = ['01-15', '01-31', '02-28'].map((day) => new Date(`2026-${day}T12:00:00Z`)) as [
  Date,
  Date,
  Date,
]
type Fields = Partial<Subscription>
const checkout: Checkout = { key: 'k', price: 'price_1', customer: 'cus_1', at: now }
const shown = { amount: 1_937, prorationDate: now }
const answered: Wish = { key: 'k', subscriptionId: 'sub_1', tier: 'pro', priceId: 'price_1', at: now, shown }
const wish: Wish = { ...answered, until: later }
const second = { id: 'sub_2', since: early }
const account: Subscription = { _id: 'u', tier: 'pro', status: 'active', signedUpAt: early, version: 3 }
/** @param fields that the account has besides @param changed the fields that the update changes, and no others; null: removed */
async function expectChange(
  fields: Fields,
  act: (own: Subscription) => Promise<unknown>,
  changed: Record<string, unknown>,
) {
  const tried = await tryBesideTwin(mongo.connection, 'subscriptions', { ...account, ...fields }, act)
  expect(tried.changed).toEqual(changed)
  return tried.result
}
const written = { unpublishedSince: now, version: 4 }

test('an account begins once, with the free plan', async () => {
  await mongo.connection.collection('subscriptions').deleteMany({})
  await subscriptions.begin('u', early)
  await subscriptions.begin('u', now)
  const begun = { _id: 'u', tier: 'free', status: 'active', signedUpAt: early, version: 0 }
  expect(await subscriptions.read('u')).toEqual(begun)
})

test('accounts with a customer are listed by its id, page by page', async () => {
  await mongo.connection.collection('subscriptions').deleteMany({})
  for (const id of ['c', 'a', 'b', 'none']) await subscriptions.begin(id, now)
  for (const id of ['c', 'a', 'b']) await subscriptions.saveCustomer(id, `cus_${id}`)
  const page = async (after: string) => (await subscriptions.withCustomer(after, 2)).map(({ _id }) => _id)
  expect([await page(''), await page('cus_b'), await page('cus_c')]).toEqual([['a', 'b'], ['c'], []])
  const places: [string, number][] = [
    ['', 1],
    ['', 3],
    ['cus_a', 2],
    ['cus_a', 3],
  ]
  expect(await Promise.all(places.map(([after, place]) => subscriptions.customerAt(after, place)))).toEqual([
    'cus_a',
    'cus_c',
    'cus_c',
    undefined,
  ])
})

describe('the plan that the operator sets', () => {
  const set = (tier: 'pro' | 'free') => () => subscriptions.setPlan('u', early, tier, now)

  test('has a period of its own, without segments', async () => {
    const changed = { tier: 'pro', periodStart: now, periodEnd: later, segmentStart: null, setBy: 'operator' }
    await expectChange({ tier: 'free', periodStart: early, segmentStart: early }, set('pro'), {
      ...changed,
      ...written,
    })
  })
  test('has no period if it is free', async () => {
    const changed = { tier: 'free', periodStart: null, periodEnd: null, setBy: 'operator' }
    await expectChange({ periodStart: early, periodEnd: now }, set('free'), { ...changed, ...written })
  })
  test('changes nothing while Stripe has a subscription', async () => {
    expect(await expectChange({ stripeSubscriptionId: 'sub_1' }, set('free'), {})).toBeNull()
  })
})

test.each<[string, Fields, (own: Subscription) => Promise<unknown>, Record<string, unknown>]>([
  ['a first customer is saved', {}, () => subscriptions.saveCustomer('u', 'cus_1'), { stripeCustomerId: 'cus_1' }],
  ['a second customer is not', { stripeCustomerId: 'cus_1' }, () => subscriptions.saveCustomer('u', 'cus_2'), {}],
  [
    'a customer is forgotten with its checkout',
    { stripeCustomerId: 'cus_1', checkout, checkoutId: 'cs_1' },
    () => subscriptions.forgetCustomer('u', 'cus_1'),
    { stripeCustomerId: null, checkout: null, checkoutId: null },
  ],
  [
    'a customer is not forgotten in place of another',
    { stripeCustomerId: 'cus_1', checkoutId: 'cs_1' },
    () => subscriptions.forgetCustomer('u', 'cus_2'),
    {},
  ],
  [
    'a visit of the portal is saved',
    { checkoutId: 'cs_1' },
    () => subscriptions.savePortal('u', 'bps_1'),
    { portalId: 'bps_1' },
  ],
  [
    'a first checkout begins, and is watched',
    { stripeCustomerId: 'cus_1', checkoutId: 'cs_0' },
    (own) => subscriptions.beginCheckout(own, undefined, checkout, later),
    { checkout, checkoutId: null, watchSince: now, watchAt: now, watchUntil: later },
  ],
  [
    'a checkout takes the place of the one that was closed',
    { stripeCustomerId: 'cus_1', checkout: { ...checkout, key: 'earlier' } },
    (own) => subscriptions.beginCheckout(own, { ...checkout, key: 'earlier' }, checkout, later),
    { checkout, watchSince: now, watchAt: now, watchUntil: later },
  ],
  [
    'a first checkout does not begin beside another',
    { stripeCustomerId: 'cus_1', checkout },
    (own) => subscriptions.beginCheckout(own, undefined, { ...checkout, key: 'other' }, later),
    {},
  ],
  [
    'a checkout does not take the place of one that is open',
    { stripeCustomerId: 'cus_1', checkout },
    (own) => subscriptions.beginCheckout(own, { ...checkout, key: 'earlier' }, { ...checkout, key: 'other' }, later),
    {},
  ],
  [
    'a checkout does not begin for another version',
    { stripeCustomerId: 'cus_1' },
    (own) => subscriptions.beginCheckout({ ...own, version: 2 }, undefined, checkout, later),
    {},
  ],
  [
    'a checkout does not begin for another customer',
    { stripeCustomerId: 'cus_2' },
    (own) => subscriptions.beginCheckout(own, undefined, checkout, later),
    {},
  ],
  [
    'a session is known',
    { checkout },
    () => subscriptions.checkoutOpened('u', checkout, 'cs_1'),
    { checkout: { ...checkout, id: 'cs_1' }, checkoutId: 'cs_1' },
  ],
  [
    'the session of another intent is not',
    { checkout },
    () => subscriptions.checkoutOpened('u', { ...checkout, key: 'other' }, 'cs_1'),
    {},
  ],
  [
    'a first wish is stored, and watched once its request is over',
    {},
    (own) => subscriptions.want(own, wish, later),
    { wanted: wish, watchSince: now, watchAt: later, watchUntil: later },
  ],
  [
    'a wish takes the place of the one that was read',
    { wanted: { ...wish, key: 'earlier' } },
    (own) => subscriptions.want(own, wish, later),
    { wanted: wish, watchSince: now, watchAt: later, watchUntil: later },
  ],
  [
    'a wish does not take the place of one that came meanwhile',
    { wanted: wish },
    (own) => subscriptions.want({ ...own, wanted: { ...wish, key: 'earlier' } }, { ...wish, key: 'other' }, later),
    {},
  ],
  [
    'a first wish is not stored beside another',
    { wanted: wish },
    (own) => subscriptions.want({ ...own, wanted: undefined } as never, { ...wish, key: 'other' }, later),
    {},
  ],
  [
    'a wish is not stored for another version',
    {},
    (own) => subscriptions.want({ ...own, version: 2 }, wish, later),
    {},
  ],
  ['a wish is answered', { wanted: wish }, () => subscriptions.wishAnswered('u', wish), { wanted: answered }],
  [
    'another wish is not answered',
    { wanted: wish },
    () => subscriptions.wishAnswered('u', { ...wish, key: 'other' }),
    {},
  ],
  [
    'a wish holds',
    { wanted: wish },
    () => subscriptions.settleWish('u', wish),
    { wanted: { ...wish, isSettled: true } },
  ],
  ['another wish does not', { wanted: wish }, () => subscriptions.settleWish('u', { ...wish, key: 'other' }), {}],
  ['a wish is dropped', { wanted: wish }, () => subscriptions.dropWish('u', wish), { wanted: null }],
  ['another wish is not dropped', { wanted: wish }, () => subscriptions.dropWish('u', { ...wish, key: 'other' }), {}],
  [
    'a second subscription is noted, and looked at again',
    {},
    () => subscriptions.addSecond('u', second, later),
    { second: [second], checkAt: later },
  ],
  ['a second subscription is noted once', { second: [second] }, () => subscriptions.addSecond('u', second, later), {}],
  [
    'a second subscription is done',
    { second: [second] },
    () => subscriptions.removeSecond('u', second),
    { second: [] },
  ],
  ['an intent is dropped', { checkout }, () => subscriptions.dropCheckout('u', checkout), { checkout: null }],
  ['another intent is not', { checkout }, () => subscriptions.dropCheckout('u', { ...checkout, key: 'other' }), {}],
  [
    'a watch begins',
    {},
    () => subscriptions.watch('u', now, later),
    { watchSince: now, watchAt: now, watchUntil: later },
  ],
  [
    'a watch that begins again ends no earlier',
    { watchSince: early, watchAt: later, watchUntil: later },
    () => subscriptions.watch('u', now, now),
    { watchSince: now, watchAt: now },
  ],
  [
    'a watch goes on',
    { watchSince: early, watchAt: early, watchUntil: later },
    (own) => subscriptions.watched(own, now),
    { watchAt: now },
  ],
  [
    'a watch ends',
    { watchSince: early, watchAt: early, watchUntil: later },
    (own) => subscriptions.watched(own, undefined),
    { watchSince: null, watchAt: null, watchUntil: null },
  ],
  [
    'a watch that began meanwhile goes on',
    { watchSince: now, watchAt: now, watchUntil: later },
    (own) => subscriptions.watched({ ...own, watchSince: early }, undefined),
    {},
  ],
])('%s', async (_name, fields, act, changed) => {
  await expectChange(fields, act, changed)
})

test('the customer of an account is the first that was saved, and an unknown account has none', async () => {
  await subscriptions.remove('u')
  expect(await subscriptions.saveCustomer('u', 'cus_1')).toBeNull()
  await subscriptions.begin('u', now)
  expect([await subscriptions.saveCustomer('u', 'cus_1'), await subscriptions.saveCustomer('u', 'cus_2')]).toEqual([
    'cus_1',
    'cus_1',
  ])
})

const watch = { watchSince: early, watchAt: early, watchUntil: later }
/** Half an hour after its period's end; where there is none, from now. */
const checkAt = new Date(now.getTime() + 1_800_000)
const state: PlanState = { tier: 'creator', status: 'active', stripeSubscriptionId: 'sub_1' }
describe('a state of Stripe’s', () => {
  const apply = (billDueAt?: Date) => (own: Subscription) => subscriptions.apply(own, state, now, billDueAt)

  test('that was bought ends the watch, and what the operator had set', async () => {
    const changed = { tier: 'creator', stripeSubscriptionId: 'sub_1', setBy: null, checkAt, ...written }
    const fields: Fields = { ...watch, setBy: 'operator', billDueAt: later }
    await expectChange(fields, apply(), { ...changed, watchSince: null, watchAt: null, watchUntil: null })
  })
  test('that was bought before leaves the watch, and dates the bill', async () => {
    const fields: Fields = { ...watch, stripeSubscriptionId: 'sub_1', nextTier: 'creator' }
    await expectChange(fields, apply(later), {
      ...{ tier: 'creator', nextTier: null, billDueAt: later, billRev: 1, checkAt },
      ...written,
    })
  })
  test('that has ended leaves the watch', async () => {
    const free: PlanState = { tier: 'free', status: 'active' }
    const changed = { tier: 'free', stripeSubscriptionId: null, checkAt: null, ...written }
    await expectChange(
      { ...watch, stripeSubscriptionId: 'sub_1', checkAt: later },
      (own) => subscriptions.apply(own, free, now),
      changed,
    )
  })
  test('is not applied to a newer version', async () => {
    const act = (own: Subscription) => subscriptions.apply({ ...own, version: 2 }, state, now)
    expect(await expectChange({}, act, {})).toBeNull()
  })
})

const term = (segment: Date): Terms => ({ period: early, segment, tier: 'pro', planCalls: 5, overagePrice: 4 })
const terms = [term(early), term(now)]
const late =
  (segment?: Date, at = now) =>
  () =>
    subscriptions.billRow({ _id: 'j', userId: 'u', period: early, completedAt: early, ...(segment && { segment }) }, at)
test.each<[string, Fields, () => Promise<unknown>, object]>([
  [
    'of a segment that is over',
    { terms, periodStart: early, segmentStart: now },
    late(early),
    { billDueAt: now, billRev: 1 },
  ],
  ['without its segment, of a month that is over', { terms, periodStart: now }, late(), { billDueAt: now, billRev: 1 }],
  ['of the present segment', { terms, periodStart: early, segmentStart: now }, late(now), {}],
  ['of the present month', { terms, periodStart: early }, late(), {}],
  ['of a segment without terms', { terms, periodStart: early, segmentStart: now }, late(later), {}],
  [
    'for an earlier bill',
    { terms, periodStart: now, billDueAt: later, billRev: 7 },
    late(),
    { billDueAt: now, billRev: 8 },
  ],
  ['for a later bill', { terms, periodStart: now, billDueAt: now }, late(early, later), { billRev: 1 }],
])('a late row %s dates the bill of %j', async (_name, fields, act, changed) => {
  await expectChange(fields, act, changed as Record<string, unknown>)
})

const paid = { stripeSubscriptionId: 'sub_1', terms, periodStart: early, segmentStart: now }
const interim = (callsLeft: number, segment = now) => ({ segment, callsLeft, rev: 3 })
test.each<[string, Fields, object]>([
  [
    'begins the count, and is looked at',
    paid,
    { interim: { segment: now, callsLeft: 0, rev: 0 }, interimDueAt: later },
  ],
  [
    'begins it anew after an earlier segment',
    { ...paid, interim: interim(5, early) },
    { interim: { segment: now, callsLeft: 0, rev: 0 }, interimDueAt: later },
  ],
  ['takes a call from those that are left', { ...paid, interim: interim(5) }, { interim: interim(4) }],
  ['takes the last one', { ...paid, interim: interim(1) }, { interim: interim(0), interimDueAt: later }],
  ['leaves an earlier date', { ...paid, interim: interim(0), interimDueAt: now }, { interim: interim(-1) }],
  ['counts nothing without a subscription', { terms, periodStart: early, segmentStart: now }, {}],
])('a row of the present segment %s', async (_name, fields, changed) => {
  await expectChange(fields, late(now, later), changed as Record<string, unknown>)
})

test.each<[string, Fields, object]>([
  ['of the period takes a call too', { interim: interim(5) }, { interim: interim(4) }],
  ['of the period may take the last one', { interim: interim(1) }, { interim: interim(0), interimDueAt: later }],
  ['of a period that is over takes none', { interim: interim(5), periodStart: now }, {}],
])('a late row of an earlier segment %s', async (_name, fields, changed) => {
  await expectChange({ ...paid, ...fields }, late(early, later), {
    ...{ billDueAt: later, billRev: 1 },
    ...(changed as Record<string, unknown>),
  })
})

test.each<[string, Fields, (own: Subscription) => Promise<unknown>, object]>([
  [
    'are counted, less those that came since the account was read',
    { interim: interim(-4), interimDueAt: now },
    (own) => subscriptions.interimCounted({ ...own, interim: interim(-1) }, 20),
    { interim: { segment: now, callsLeft: 17, rev: 4 }, interimDueAt: null },
  ],
  [
    'are counted once',
    { interim: interim(-4), interimDueAt: now },
    (own) => subscriptions.interimCounted({ ...own, interim: { ...interim(-1), rev: 2 } }, 20),
    {},
  ],
  [
    'are those of the segment that was read',
    { interim: interim(-4), interimDueAt: now },
    (own) => subscriptions.interimCounted({ ...own, interim: interim(-1, early) }, 20),
    {},
  ],
  ['of nobody are counted', { interimDueAt: now }, (own) => subscriptions.interimCounted(own, 20), {}],
  [
    'are not looked at where nothing is sold',
    { interim: interim(0), interimDueAt: now },
    (own) => subscriptions.dropInterim(own),
    { interimDueAt: null },
  ],
])('the calls until an interim bill %s', async (_name, fields, act, changed) => {
  await expectChange(fields, act, changed as Record<string, unknown>)
})

test.each<[string, Fields, () => Promise<unknown>, object]>([
  [
    'is noted, and looked after',
    {},
    () => subscriptions.billUnpaid('u', 'in_1', now),
    { unpaidBill: 'in_1', checkAt: now },
  ],
  ['is settled', { unpaidBill: 'in_1' }, () => subscriptions.billSettled('u', 'in_1'), { unpaidBill: null }],
  ['is not settled by another', { unpaidBill: 'in_2' }, () => subscriptions.billSettled('u', 'in_1'), {}],
])('an interim bill that is not paid %s', async (_name, fields, act, changed) => {
  await expectChange(fields, act, changed as Record<string, unknown>)
})

test.each<[string, Fields, () => Promise<unknown>, object]>([
  ['first payment', {}, () => subscriptions.savePaid('u', 3_900, now), { paid: { cents: 3_900, at: now }, ...written }],
  [
    'later payment',
    { paid: { cents: 3_900, at: early } },
    () => subscriptions.savePaid('u', 7_800, now),
    { paid: { cents: 7_800, at: now }, ...written },
  ],
  ['payment that is known', { paid: { cents: 3_900, at: early } }, () => subscriptions.savePaid('u', 3_900, now), {}],
  ['word of the operator', {}, () => subscriptions.saveTrust('u', 500, now), { trust: 500, ...written }],
])('a %s is published if it changes the bound of overage', async (_name, fields, act, changed) => {
  await expectChange(fields, act, changed as Record<string, unknown>)
})

test.each<[string, number, Fields, object]>([
  ['is noted', 24, {}, { unbilledSegment: early }],
  ['is noted after an earlier one', 24, { unbilledSegment: new Date(0) }, { unbilledSegment: early }],
  ['is noted beside a later one', 24, { unbilledSegment: later }, {}],
  ['is a call before the first plan, as long as all terms are kept,', 23, {}, {}],
])('a row of a segment before all terms %s where there are %i of them', async (_name, length, fields, changed) => {
  await expectChange(
    { terms: Array.from({ length }, (_, n) => term(new Date(now.getTime() + n))), ...fields },
    late(early),
    changed as Record<string, unknown>,
  )
})

test.each<[string, Fields, Fields, Date | undefined, object]>([
  ['ends the date that was read', { billDueAt: early }, {}, undefined, { billDueAt: null }],
  [
    'ends its failures',
    { billDueAt: early, billFailedAt: early },
    {},
    undefined,
    { billDueAt: null, billFailedAt: null },
  ],
  ['ends what was counted', { billDueAt: early, billRev: 3 }, {}, undefined, { billDueAt: null }],
  ['moves the date that was read', { billDueAt: early }, {}, later, { billDueAt: later }],
  ['leaves a date that was set meanwhile', { billDueAt: now }, { billDueAt: early }, undefined, {}],
  ['leaves what became due meanwhile', { billDueAt: early, billRev: 4 }, { billRev: 3 }, undefined, {}],
  ['leaves the first that was counted', { billDueAt: early, billRev: 1 }, { billRev: undefined } as never, later, {}],
  ['leaves what an older process made due', { billDueAt: now, billRev: 3 }, { billDueAt: early }, undefined, {}],
  ['dates the next one', {}, {}, later, { billDueAt: later }],
  ['leaves an earlier date', { billDueAt: early }, { billDueAt: undefined } as never, later, {}],
  ['takes the place of a later date', { billDueAt: later }, { billDueAt: undefined } as never, now, { billDueAt: now }],
  ['dates none', { billDueAt: early }, { billDueAt: undefined } as never, undefined, {}],
])('a bill %s', async (_name, fields, read, next, changed) => {
  await expectChange(
    fields,
    (own) => subscriptions.billed({ ...own, ...read }, next),
    changed as Record<string, unknown>,
  )
})

test.each<[string, Fields, Date | undefined, object]>([
  ['is tried again later', { billDueAt: early }, early, { billDueAt: later, billFailedAt: now }],
  ['is tried earlier where a call made it due', { billDueAt: early }, now, {}],
  ['that was not due is not', {}, undefined, {}],
])('a bill that fails %s', async (_name, fields, read, changed) => {
  const act = (own: Subscription) => subscriptions.billFailed({ ...own, billDueAt: read } as Subscription, now, later)
  await expectChange(fields, act, changed as Record<string, unknown>)
})

describe('splits of segments', () => {
  const split = (segment: Date, overage: number, more: Partial<Split> = {}): Split => ({
    ...{ segment, bonusBalance: 2, used: 7 + overage, plan: 5, bonus: 2, overage },
    ...more,
  })
  const save = (...splits: Split[]) => subscriptions.saveSplits('u', splits)

  test('are stored, the oldest first', async () => {
    const stored = await expectChange({}, () => save(split(now, 1), split(early, 0)), {
      splits: [split(early, 0), split(now, 1)],
    })
    expect(stored).toEqual([split(early, 0), split(now, 1)])
  })
  test('grow by rows that come later, and by what becomes known', async () => {
    const later = split(early, 3, { bonusSpent: 4 })
    const changed = { splits: [later, split(now, 1)] }
    await expectChange({ splits: [split(early, 0), split(now, 1)] }, () => save(later), changed)
  })
  test.each<[string, Split]>([
    ['fewer rows', split(early, 2)],
    ['another balance', split(early, 4, { bonusBalance: 1, bonus: 1 })],
  ])('stay as they are beside those of another process that had %s', async (_name, other) => {
    expect(await expectChange({ splits: [split(early, 3)] }, () => save(other), {})).toEqual([split(early, 3)])
  })
  test('make room for as many as there are terms', async () => {
    const day = (n: number) => new Date(early.getTime() + n * 86_400_000)
    const splits = Array.from({ length: 24 }, (_, n) => split(day(n), 0))
    await expectChange({ splits }, () => save(split(day(24), 0)), { splits: [...splits.slice(1), split(day(24), 0)] })
  })
  test('of an account that is gone are none', async () => {
    await subscriptions.remove('u')
    expect(await save(split(early, 0))).toEqual([])
  })
})

describe('lost disputes', () => {
  const dispute = { id: 'du_1', chargeId: 'ch_1', cents: 3900, currency: 'usd', at: early }
  const other = { ...dispute, id: 'du_2', subscriptionId: 'sub_1' }

  test('are stored, each once', async () => {
    const add = () => subscriptions.addLostDispute('u', dispute)
    expect(await expectChange({ lostDisputes: [other] }, add, { lostDisputes: [other, dispute] })).toBe(true)
    expect(await expectChange({ lostDisputes: [dispute] }, add, {})).toBe(false)
  })
  test('make room for the latest twenty', async () => {
    const lostDisputes = Array.from({ length: 20 }, (_, n) => ({ ...dispute, id: `du_old_${n}` }))
    const add = () => subscriptions.addLostDispute('u', dispute)
    await expectChange({ lostDisputes }, add, { lostDisputes: [...lostDisputes.slice(1), dispute] })
  })
  test('have ended their plan once', async () => {
    const { subscriptionId: _, ...applied } = other
    const act = () => subscriptions.disputeApplied('u', other)
    await expectChange({ lostDisputes: [dispute, other] }, act, { lostDisputes: [dispute, applied] })
    await expectChange({ lostDisputes: [dispute] }, act, {})
  })
  test('are forgiven once', async () => {
    const before = { ...dispute, forgivenAt: early }
    const act = () => subscriptions.forgive('u', now)
    const forgiven = { lostDisputes: [before, { ...other, forgivenAt: now }] }
    expect(await expectChange({ lostDisputes: [before, other] }, act, forgiven)).toBe(1)
    expect(await expectChange({ lostDisputes: [before] }, act, {})).toBe(0)
    expect(await expectChange({}, act, {})).toBe(0)
  })
})

test('that all payments were given back is written to the version that was read', async () => {
  const set = (is: boolean) => (own: Subscription) => subscriptions.setPaidBack(own, is, now)
  await expectChange({}, set(true), { ...written, isPaidBack: true })
  await expectChange({ isPaidBack: true }, set(false), { ...written, isPaidBack: null })
  const stale = (own: Subscription) => subscriptions.setPaidBack({ ...own, version: 2 }, true, now)
  expect(await expectChange({}, stale, {})).toBeNull()
})

test('an account alone is removed', async () => {
  const { changed } = await tryBesideTwin(mongo.connection, 'subscriptions', account, () => subscriptions.remove('u'))
  expect(changed).toBeNull()
})
