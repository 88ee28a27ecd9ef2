import { expect, test } from 'vitest'
import type { SeenSubscription } from '../../src/domain/seen-subscription.ts'
import type { Wish } from '../../src/domain/subscription.ts'
import { correctionOf, isUnderWay } from '../../src/domain/wishes.ts'

const at = new Date('2026-03-01T12:00:00Z')
const wish = (more: Partial<Wish> = {}): Wish => {
  return { key: 'new', subscriptionId: 'sub_1', tier: 'pro', priceId: 'price_1', at, ...more }
}
const seen = (more: Partial<SeenSubscription> = {}): SeenSubscription => {
  const period = { createdAt: at, periodStart: at, periodEnd: new Date('2026-04-01T12:00:00Z') }
  return { id: 'sub_1', status: 'active', tier: 'pro', ...period, ...more }
}
const own = { schedule: { id: 's', wish: 'new' } }
const earlier = { schedule: { id: 's', wish: 'old' }, nextTier: 'starter' } as const
const portal = { schedule: { id: 's' }, nextTier: 'starter' } as const
const instead = { schedule: 's', tier: 'starter' } as const
const lower = { tier: 'starter' } as const

test.each<[string, Wish, SeenSubscription, ReturnType<typeof correctionOf>]>([
  ['a plan that holds is settled', wish(), seen(), 'settle'],
  ['a settled one is let be', wish({ isSettled: true }), seen(), undefined],
  ['a lower plan of an earlier wish is released', wish(), seen(earlier), 'release'],
  ['also where the request of it was slower than the settling', wish({ isSettled: true }), seen(earlier), 'release'],
  ['a lower plan that was found at the wish is released', wish({ instead }), seen(portal), 'release'],
  [
    'one that has changed since is the portal’s',
    wish({ instead: { ...instead, tier: 'creator' } }),
    seen(portal),
    'settle',
  ],
  ['another schedule is the portal’s', wish({ instead: { ...instead, schedule: 'other' } }), seen(portal), 'settle'],
  ['one that comes later is the portal’s', wish({ instead, isSettled: true }), seen(portal), undefined],
  ['a higher plan that is not paid leaves all as it is', wish(), seen({ tier: 'creator', ...earlier }), undefined],
  ['a lower plan that is not scheduled yet is scheduled', wish(lower), seen(), 'schedule'],
  ['also over an earlier one', wish(lower), seen({ ...earlier, nextTier: 'creator' }), 'schedule'],
  [
    'also over the one that was found',
    wish({ ...lower, instead: { ...instead, tier: 'creator' } }),
    seen({ ...portal, nextTier: 'creator' }),
    'schedule',
  ],
  ['also where its schedule was made and not filled', wish(lower), seen({ schedule: { id: 's' } }), 'schedule'],
  ['one that is scheduled is settled', wish(lower), seen({ ...own, nextTier: 'starter' }), 'settle'],
  [
    'one that the portal has changed meanwhile is settled',
    wish(lower),
    seen({ ...portal, nextTier: 'creator' }),
    'settle',
  ],
  ['one that was taken back in the portal stays so', wish({ ...lower, isSettled: true }), seen(), undefined],
  [
    'a slower request of an earlier wish is undone',
    wish({ ...lower, isSettled: true }),
    seen({ ...earlier, nextTier: 'creator' }),
    'schedule',
  ],
  ['a plan that ends is not scheduled', wish(lower), seen({ cancelAt: at }), undefined],
  ['an unpaid plan is not scheduled', wish(lower), seen({ status: 'past_due' }), undefined],
  ['a wish for another subscription is past', wish({ subscriptionId: 'sub_0' }), seen(earlier), undefined],
  ['of an unknown plan nothing follows', wish(lower), seen({ tier: 'unknown' }), undefined],
  ['an ended subscription wants nothing', wish(lower), seen({ status: 'ended' }), undefined],
])('%s', (_name, wanted, subscription, correction) => {
  expect(correctionOf({ wanted, stripeSubscriptionId: 'sub_1' }, [subscription])).toBe(correction)
})

test('without a wish nothing is corrected', () => {
  expect(correctionOf({ stripeSubscriptionId: 'sub_1' }, [seen(earlier)])).toBeUndefined()
})

test('a wish is under way until its request is over', () => {
  const until = new Date(at.getTime() + 1)
  expect([isUnderWay(wish({ until }), at), isUnderWay(wish({ until }), until), isUnderWay(wish(), at)]).toEqual([
    true,
    false,
    false,
  ])
})
