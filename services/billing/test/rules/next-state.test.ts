import { standardPlans } from '@utter/contracts/plans'
import { describe, expect, test } from 'vitest'
import { nextState, type PlanState } from '../../src/domain/next-state.ts'
import type { SeenSubscription } from '../../src/domain/seen-subscription.ts'
import type { Subscription } from '../../src/domain/subscription.ts'

const at = (day: string) => new Date(`2026-${day}T12:00:00Z`)
const now = at('03-15')
const account: Subscription = { _id: 'u', tier: 'free', status: 'active', signedUpAt: at('01-01'), version: 3 }
const seen = (more: Partial<SeenSubscription> = {}): SeenSubscription => ({
  id: 'sub_1',
  status: 'active',
  tier: 'starter',
  createdAt: at('03-01'),
  periodStart: at('03-01'),
  periodEnd: at('04-01'),
  ...more,
})
const next = (before: Subscription, ...subscriptions: SeenSubscription[]) =>
  nextState(before, subscriptions, standardPlans, now)
/** The account after these, one after the other. */
const after = (...steps: SeenSubscription[][]): Subscription =>
  steps.reduce((before, step) => {
    const state = next(before, ...step)
    if (!state) return before
    const { _id, signedUpAt, version } = before
    return { _id, signedUpAt, version: version + 1, ...(state as PlanState) }
  }, account)

const starterTerms = { tier: 'starter', planCalls: 5_000, overagePrice: 40, subscriptionId: 'sub_1' }

test('a first subscription is a plan, a period and its first terms', () => {
  expect(next(account, seen())).toEqual({
    tier: 'starter',
    status: 'active',
    periodStart: at('03-01'),
    periodEnd: at('04-01'),
    stripeSubscriptionId: 'sub_1',
    terms: [{ period: at('03-01'), segment: at('03-01'), ...starterTerms }],
  })
})

test('a plan that the operator had set is Stripe’s from then on', () => {
  expect(next({ ...account, tier: 'pro', setBy: 'operator' }, seen())).not.toHaveProperty('setBy')
})

test('the same subscription seen again changes nothing', () => {
  expect(next(after([seen()]), seen())).toBeUndefined()
})

test('another plan inside the period begins a segment, from now on', () => {
  const changed = after([seen()], [seen({ tier: 'pro' })])
  expect(changed).toMatchObject({ tier: 'pro', periodStart: at('03-01'), segmentStart: now, version: 5 })
  expect(changed.terms).toEqual([
    { period: at('03-01'), segment: at('03-01'), ...starterTerms },
    {
      period: at('03-01'),
      segment: now,
      tier: 'pro',
      planCalls: 50_000,
      overagePrice: 25,
      subscriptionId: 'sub_1',
    },
  ])
  expect(next(changed, seen({ tier: 'pro' }))).toBeUndefined()
})

test.each([
  ['before the period, for Stripe’s clock is ahead', at('05-01'), at('06-01')],
  ['after it', at('01-01'), at('02-01')],
])('a segment begins inside its period though our clock is %s', (_name, periodStart, periodEnd) => {
  const period = { periodStart, periodEnd }
  const changed = after([seen(period)], [seen({ ...period, tier: 'creator' })], [seen({ ...period, tier: 'pro' })])
  const segments = changed.terms?.map(({ segment }) => segment.getTime() - periodStart.getTime())
  expect(segments).toEqual([0, 1_000, 2_000])
  expect(changed.segmentStart).toEqual(changed.terms?.at(-1)?.segment)
})

test('two changes of one moment are two segments, and one at the period’s very end is inside it', () => {
  const twice = after([seen()], [seen({ tier: 'creator' })], [seen({ tier: 'pro' })])
  const later = (from: Date) => new Date(from.getTime() + 1_000)
  expect(twice.terms?.map(({ segment }) => segment)).toEqual([at('03-01'), now, later(now)])
  const atEnd = after([seen({ periodEnd: now })], [seen({ periodEnd: now, tier: 'pro' })])
  expect(atEnd.segmentStart).toEqual(later(at('03-01')))
})

test('an account that was stored without terms changes its plan, and ends it, like any other', () => {
  const stored: Subscription = {
    ...account,
    tier: 'starter',
    periodStart: at('03-01'),
    stripeSubscriptionId: 'sub_1',
  }
  expect(next(stored, seen({ tier: 'pro' }))).toMatchObject({ tier: 'pro', segmentStart: now })
  expect(next(stored)).toMatchObject({ tier: 'free', periodStart: now, periodEnd: at('04-15') })
})

test('the free months after a plan begin after its last segment', () => {
  const paid = after([seen()], [seen({ tier: 'pro' })])
  expect(next(paid, seen({ status: 'ended', endedAt: now }))).toMatchObject({
    periodStart: new Date(now.getTime() + 1_000),
  })
})

test('a plan whose overage is not sold has no price for it', () => {
  const plans = standardPlans.map((plan) => ({ ...plan, overageEnabled: false }))
  expect(nextState(account, [seen()], plans, now)?.terms).toMatchObject([{ tier: 'starter', overagePrice: null }])
})

test('the next period begins without a segment of its own', () => {
  const renewed = after(
    [seen()],
    [seen({ tier: 'pro' })],
    [seen({ tier: 'pro', periodStart: at('04-01'), periodEnd: at('05-01') })],
  )
  expect(renewed).toMatchObject({ tier: 'pro', periodStart: at('04-01') })
  expect(renewed).not.toHaveProperty('segmentStart')
  expect(renewed.terms?.at(-1)).toMatchObject({ period: at('04-01'), segment: at('04-01'), tier: 'pro' })
})

describe('the status', () => {
  test.each<[string, Partial<SeenSubscription>, object]>([
    ['an unpaid invoice keeps the plan', { status: 'past_due' }, { tier: 'starter', status: 'past_due' }],
    [
      'a cancelled plan is kept to its end',
      { cancelAt: at('04-01') },
      { tier: 'starter', status: 'canceled', cancelAt: at('04-01') },
    ],
    [
      'an unpaid invoice weighs more than a cancellation',
      { status: 'past_due', cancelAt: at('04-01') },
      { tier: 'starter', status: 'past_due', cancelAt: at('04-01') },
    ],
    ['who does not pay at last has the free plan', { status: 'unpaid' }, { tier: 'free', status: 'unpaid' }],
    ['a lower plan that follows is named', { nextTier: 'starter', tier: 'pro' }, { tier: 'pro', nextTier: 'starter' }],
  ])('%s', (_name, more, expected) => {
    expect(after([seen()], [seen(more)])).toMatchObject(expected)
  })

  test.each<[string, Partial<SeenSubscription>]>([
    ['the same', { nextTier: 'starter' }],
    ['one after an unpaid invoice', { status: 'unpaid', nextTier: 'creator' }],
  ])('no plan follows that is %s', (_name, more) => {
    expect(next(account, seen(more))).not.toHaveProperty('nextTier')
  })

  test('a payment that has been missing for fourteen days ends the plan, counted from the first sight', () => {
    const due = after([seen()], [seen({ status: 'past_due' })])
    const state = (days: number) =>
      nextState(due, [seen({ status: 'past_due' })], standardPlans, new Date(now.getTime() + days * 86_400_000))
    expect(due).toMatchObject({ status: 'past_due', pastDueSince: now })
    expect(state(13.9)).toBeUndefined()
    const free = { ...due, ...state(14) }
    expect(free).toMatchObject({ tier: 'free', status: 'unpaid', pastDueSince: now })
    const paid = next(free as Subscription, seen())
    expect(paid).toMatchObject({ tier: 'starter', status: 'active' })
    expect(paid).not.toHaveProperty('pastDueSince')
  })

  test('another subscription’s missing payment counts anew', () => {
    const due = { ...after([seen()], [seen({ status: 'past_due' })]), pastDueSince: at('01-01') }
    expect(next(due, seen({ id: 'sub_2', status: 'past_due' }))).toMatchObject({ pastDueSince: now })
  })

  test('what was withdrawn is gone', () => {
    const back = after([seen({ cancelAt: at('04-01'), nextTier: 'pro' })], [seen()])
    expect(back).toMatchObject({ status: 'active' })
    expect(back).not.toHaveProperty('cancelAt')
    expect(back).not.toHaveProperty('nextTier')
  })

  test('the free plan for want of payment is a segment, and so is the plan that is paid again', () => {
    const paid = after([seen()], [seen({ status: 'unpaid' })], [seen()])
    expect(paid.terms?.map(({ tier, overagePrice }) => [tier, overagePrice])).toEqual([
      ['starter', 40],
      ['free', null],
      ['starter', 40],
    ])
  })
})

describe('a subscription that has ended', () => {
  const end = seen({ status: 'ended', endedAt: at('04-01') })
  test('leaves the free plan, by months that count from its end', () => {
    const free = after([seen()], [end])
    expect(free).toMatchObject({ tier: 'free', status: 'active', periodStart: at('04-01'), periodEnd: at('05-01') })
    expect(free).not.toHaveProperty('stripeSubscriptionId')
    expect(free.terms?.at(-1)).toMatchObject({ tier: 'free', overagePrice: null, segment: at('04-01') })
    expect(next(free, end)).toBeUndefined()
  })

  test('leaves it too when Stripe no longer has the subscription', () => {
    expect(after([seen()], [])).toMatchObject({ tier: 'free', periodStart: now })
  })

  test('does not end a plan that the operator has set since', () => {
    expect(next({ ...account, tier: 'enterprise', periodStart: now }, end)).toBeUndefined()
  })

  test('is followed by a new one', () => {
    const second = seen({ id: 'sub_2', createdAt: at('05-02'), periodStart: at('05-02'), periodEnd: at('06-02') })
    expect(after([seen()], [end], [end, second])).toMatchObject({ tier: 'starter', stripeSubscriptionId: 'sub_2' })
  })
})

test('a price that names no plan keeps the one that was paid by it, also after an unpaid time', () => {
  const unclear = seen({ tier: 'unknown', periodStart: at('04-01'), periodEnd: at('05-01') })
  const kept = after([seen({ tier: 'creator' })], [unclear])
  expect(kept).toMatchObject({ tier: 'creator', periodEnd: at('05-01') })
  const unpaid = after([seen({ tier: 'creator' })], [{ ...unclear, status: 'unpaid' }])
  expect(unpaid).toMatchObject({ tier: 'free', status: 'unpaid' })
  expect(next(unpaid, unclear)).toMatchObject({ tier: 'creator', status: 'active' })
})

test('of two subscriptions the one that is known counts, else the older', () => {
  const [older, newer] = [seen({ id: 'sub_a' }), seen({ id: 'sub_b', tier: 'pro', createdAt: at('03-02') })]
  expect(next(account, newer, older)).toMatchObject({ stripeSubscriptionId: 'sub_a' })
  expect(after([newer], [newer, older])).toMatchObject({ stripeSubscriptionId: 'sub_b' })
})

test('the terms of two years are kept', () => {
  const many = Array.from({ length: 30 }, (_, month) => [
    seen({ periodStart: new Date(Date.UTC(2026, month)), periodEnd: new Date(Date.UTC(2026, month + 1)) }),
  ])
  expect(after(...many).terms).toHaveLength(24)
})

describe('a price by the year', () => {
  const yearly = (periodStart: string, periodEnd: string, more: Partial<SeenSubscription> = {}) =>
    seen({ isLonger: true, periodStart: new Date(periodStart), periodEnd: new Date(periodEnd), ...more })
  const monthAt = (time: string, of = yearly('2028-01-31T09:00:00Z', '2029-01-31T09:00:00Z')) => {
    const { periodStart, periodEnd } = nextState(account, [of], standardPlans, new Date(time)) ?? {}
    return [periodStart, periodEnd].map((date) => date?.toISOString().slice(0, 13))
  }

  test.each([
    ['2028-01-31T09:00:00Z', ['2028-01-31T09', '2028-02-29T09']],
    ['2028-02-29T08:59:59Z', ['2028-01-31T09', '2028-02-29T09']],
    ['2028-02-29T09:00:00Z', ['2028-02-29T09', '2028-03-31T09']],
    ['2028-05-01T00:00:00Z', ['2028-04-30T09', '2028-05-31T09']],
    ['2029-01-30T00:00:00Z', ['2028-12-31T09', '2029-01-31T09']],
    // Our clock is behind Stripe's, or ahead of it.
    ['2028-01-31T08:59:00Z', ['2028-01-31T09', '2028-02-29T09']],
    ['2029-02-02T00:00:00Z', ['2028-12-31T09', '2029-01-31T09']],
  ])('has the month of %s, on the last day where it is shorter', (time, month) => {
    expect(monthAt(time)).toEqual(month)
  })

  test('shows a lower plan in the month after which it follows', () => {
    const of = yearly('2028-01-31T09:00:00Z', '2029-01-31T09:00:00Z', { tier: 'pro', nextTier: 'starter' })
    const tierAfter = (time: string) => nextState(account, [of], standardPlans, new Date(time))?.nextTier
    expect([tierAfter('2028-12-31T08:00:00Z'), tierAfter('2028-12-31T10:00:00Z')]).toEqual([undefined, 'starter'])
  })
})
