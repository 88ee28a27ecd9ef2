import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { UserView } from '@utter/contracts/http/account/user-view'
import { standardPlans } from '@utter/contracts/plans'
import { describe, expect, test, vi } from 'vitest'
import { WaitingFeatures } from '../../src/features/billing/feature-list.tsx'
import { mayManageBilling } from '../../src/features/billing/plan-action.ts'
import { aUser, offers, toPro, usageOf } from '../answers/account.ts'
import {
  answer,
  button,
  type Handlers,
  openScreen,
  problem,
  renderApp,
  seen,
  sentTo,
  serve,
  watchLocation,
} from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'

const { assign, reload } = watchLocation('/account')

const usage = usageOf({
  apiCallsUsed: 15_003,
  apiCallsLimit: 15_000,
  bonusCallsEarned: 350,
  bonusCallsLeft: 1_250,
  overageCallsUsed: 3,
  overageCost: '0.09',
  spendingLimit: 79,
  warning: 100,
})
const signedIn = (over: Partial<UserView>, handlers: Handlers = {}): Handlers => ({
  'GET /api/plans': () => answer(offers),
  'GET /api/auth/me': () => answer({ user: aUser(over) }),
  'GET /api/usage': () =>
    answer({
      ...usage,
      tier: over.subscriptionTier ?? 'free',
      ...(over.subscriptionTier !== 'creator' && { overageCallsUsed: 0, overageCost: '0.00' }),
    }),
  ...handlers,
})
const openAs = (over: Partial<UserView>, handlers: Handlers = {}) => openScreen('/account', signedIn(over, handlers))
const creator = { subscriptionTier: 'creator' } as const

const part = (name: string) => screen.findByRole('region', { name })
const partHas = (name: string, text: string | RegExp) =>
  waitFor(async () => expect((await part(name)).textContent).toMatch(text))

test.each(standardPlans)('the place of the features of $name is as high as they are', ({ name, features }) => {
  const { container } = render(<WaitingFeatures tier={name} />)
  expect(container.querySelectorAll('span')).toHaveLength(features.length)
})

describe('the subscription', () => {
  // The account's overage is older than the usage: jobs go on.
  test('has price, plan, status, period, overage, bonus calls left and features', async () => {
    openAs({ ...creator, overageCallsUsed: 2, overageCost: '0.06' })
    await partHas('Subscription', /Bonus calls left1,250/)
    await partHas('Subscription', /\$79\/ month · Creator/)
    const { textContent } = await part('Subscription')
    for (const words of ['Active', 'Billing periodJan 1 – Jan 31', 'Overage$0.09 · 3 calls'])
      expect(textContent).toContain(words)
    const features = within(await part('Subscription')).getAllByRole('listitem')
    expect(features.map((one) => one.textContent)).toEqual(offers[2]?.features)
    expect(textContent).not.toContain('What comes next')
  })

  test.each<[string, Partial<UserView>, string]>([
    [
      'Cancelled',
      { ...creator, subscriptionStatus: 'canceled', cancelAt: '2026-02-01T00:00:00.000Z' },
      'Ends on Feb 1, 2026',
    ],
    ['Active', { ...creator, nextTier: 'starter' }, 'Starter from Feb 1, 2026'],
    ['Payment failed', { ...creator, subscriptionStatus: 'past_due' }, 'Your plan stays, without overage'],
    ['Unpaid', { subscriptionStatus: 'unpaid' }, 'Your payments failed, so you have the calls of the free plan'],
  ])('says what is not as usual: %s', async (status, over, words) => {
    openAs(over)
    await partHas('Subscription', new RegExp(`^Subscription${status}.*${words}`))
  })

  test.each<[string, Partial<UserView>, RegExp]>([
    ['free', {}, /\$0\/ month · Free.*OverageHard limit/],
    ['enterprise', { subscriptionTier: 'enterprise', apiCallsLimit: -1 }, /CustomEnterprise.*OverageNo overage/],
  ])('on %s has no overage', async (_name, over, words) => {
    openAs(over)
    await partHas('Subscription', words)
  })

  test('stands without its figures while the plans and the usage cannot be read', async () => {
    openAs(creator, {
      'GET /api/plans': () => problem(503, 'Service unavailable'),
      'GET /api/usage': () => problem(503, 'Service unavailable'),
    })
    await partHas('Subscription', /Service unavailable/)
    await partHas('Subscription', /Billing periodJan 1 – Jan 31/)
    await partHas('Subscription', /Bonus calls leftNot known/)
    await partHas('Upgrade', /Service unavailable/)
    await button('Manage billing')
  })
})

describe('Manage billing', () => {
  test.each<[string, Partial<UserView>, boolean]>([
    ['never paid', {}, false],
    ['never paid, in a later month', { billingPeriodStart: '2026-03-01T00:00:00.000Z' }, false],
    [
      'signed up on the last day of a month',
      { createdAt: '2026-01-31T09:00:00.000Z', billingPeriodStart: '2026-02-28T09:00:00.000Z' },
      false,
    ],
    ['pays', creator, true],
    ['did not pay', { subscriptionStatus: 'unpaid' }, true],
    ['paid once', { billingPeriodStart: '2026-03-17T08:30:01.000Z' }, true],
    ['has a plan that the operator set', { ...creator, planSetBy: 'operator' }, false],
    ['has an agreed plan', { subscriptionTier: 'enterprise' }, false],
  ])('for an account that %s: %o %s', (_who, over, isThere) => {
    expect(mayManageBilling(aUser(over))).toBe(isThere)
  })

  test('opens the portal by one call', async () => {
    const { count } = openAs(creator, {
      'POST /api/stripe/billing-portal': () => answer({ url: 'https://pay.example/portal' }),
    })
    const manage = await button('Manage billing')
    fireEvent.click(manage)
    fireEvent.click(manage)
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/portal'))
    expect(count('POST /api/stripe/billing-portal')).toBe(1)
  })

  test('a plan that was cancelled is kept there, by a button of its own', async () => {
    const { count } = openAs(
      { ...creator, cancelAt: '2026-02-01T00:00:00.000Z', subscriptionStatus: 'canceled' },
      { 'POST /api/stripe/billing-portal': () => answer({ url: 'https://pay.example/portal' }) },
    )
    await userEvent.click(await button('Keep my plan'))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/portal'))
    expect(count('POST /api/stripe/billing-portal')).toBe(1)
    await button('Manage billing')
  })

  test('a plan that goes on has none', async () => {
    openAs(creator)
    await button('Manage billing')
    expect(screen.queryByRole('button', { name: 'Keep my plan' })).toBeNull()
  })

  test.each([
    ['Payments are not configured', () => problem(503, 'Payments are not configured')],
    ['Unable to open billing portal', () => answer('', 502)],
  ])('says %s', async (sentence, refusal) => {
    openAs(creator, { 'POST /api/stripe/billing-portal': refusal })
    await userEvent.click(await button('Manage billing'))
    await seen('Error')
    await seen(sentence)
  })

  test('is absent for who never paid', async () => {
    openAs({})
    await partHas('Subscription', /Bonus calls left1,250/)
    expect(screen.queryByRole('button', { name: 'Manage billing' })).toBeNull()
  })
})

describe('Upgrade', () => {
  test('lists the plans above the present one, with the figures of the table', async () => {
    openAs({ subscriptionTier: 'starter' })
    await partHas('Upgrade', /Creator\$79 \/ month · 15,000 calls, then \$0\.03 eachUpgrade to Creator/)
    await partHas('Upgrade', /Pro\$199 \/ month · 50,000 calls, then \$0\.025 eachUpgrade to Pro/)
    await partHas('Upgrade', /EnterpriseCustom price · unlimited callsContact sales$/)
    expect((await part('Upgrade')).textContent).not.toContain('Starter$')
  })

  test('sends the next plan without a price, the others with theirs', async () => {
    const refuse = () => problem(402, 'Your card was declined')
    openAs(
      { subscriptionTier: 'starter' },
      {
        'POST /api/stripe/preview-upgrade': () => answer({ change: toPro }),
        'POST /api/stripe/upgrade-subscription': refuse,
      },
    )
    for (const name of ['Upgrade to Creator', 'Upgrade to Pro']) {
      await userEvent.click(await button(name))
      await userEvent.click(await button('Pay $61.93'))
      await seen('Your card was declined')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    const shown = { tier: 'pro', amount: 6_193, prorationDate: toPro.prorationDate }
    const bodies = [{}, { priceId: 'price_pro' }]
    expect(sentTo('POST /api/stripe/preview-upgrade')).toEqual(bodies)
    expect(sentTo('POST /api/stripe/upgrade-subscription')).toEqual(bodies.map((body) => ({ ...body, shown })))
  })

  test('that would be charged, though the page takes the account for one that pays nothing, shows the amount first', async () => {
    openAs(
      {},
      {
        'POST /api/stripe/preview-upgrade': () => answer({ change: toPro }),
        'POST /api/stripe/upgrade-subscription': () => problem(409, 'Another amount', { code: 'amount_changed' }),
      },
    )
    await userEvent.click(await button('Upgrade to Starter'))
    await button('Pay $61.93')
    const nothing = { tier: 'starter', amount: 0 }
    expect(sentTo('POST /api/stripe/upgrade-subscription')).toEqual([{ shown: nothing }])
  })

  test('of an account that pays nothing goes on to the checkout of the next plan', async () => {
    openAs(
      {},
      {
        'POST /api/stripe/upgrade-subscription': () => answer({ message: 'Add a card', requiresCheckout: true }),
        'POST /api/stripe/create-checkout-session': () => answer({ url: 'https://pay.example/session' }),
      },
    )
    await userEvent.click(await button('Upgrade to Starter'))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/session'))
    expect(sentTo('POST /api/stripe/create-checkout-session')).toEqual([{ priceId: 'price_starter' }])
  })

  test('which needs a checkout, and has no price for it, says so', async () => {
    openAs(
      {},
      {
        'GET /api/plans': () => answer(standardPlans),
        'POST /api/stripe/upgrade-subscription': () => answer({ message: 'Add a card', requiresCheckout: true }),
      },
    )
    await userEvent.click(await button('Upgrade to Starter'))
    await seen('Missing Stripe price ID for starter tier')
    expect((await button('Upgrade to Starter')).getAttribute('aria-busy')).toBeNull()
  })

  test('on pro writes to sales; on enterprise there is nothing above', async () => {
    const { unmount } = openAs({ subscriptionTier: 'pro' })
    const sales = await within(await part('Upgrade')).findByRole('link', { name: 'Contact sales' })
    expect(sales.getAttribute('href')).toBe('mailto:sales@utter.example')
    unmount()
    openAs({ subscriptionTier: 'enterprise' })
    await partHas('Upgrade', /You have the highest plan\.$/)
  })

  test('that changes in place is reported, and shown anew after 1.5 s', async () => {
    openAs(creator, {
      'POST /api/stripe/preview-upgrade': () => answer({ change: toPro }),
      'POST /api/stripe/upgrade-subscription': () => answer({ message: 'Your plan is pro now' }),
    })
    await userEvent.click(await button('Upgrade to Pro'))
    const pay = await button('Pay $61.93')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fireEvent.click(pay)
    await seen('Upgrade successful!')
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(reload).toHaveBeenCalledTimes(1)
  })
})

describe('after a checkout', () => {
  test('asks once a second until the plan is there, reports it, and forgets the question', async () => {
    let tier: UserView['subscriptionTier'] = 'free'
    const { count } = serve(
      signedIn(
        {},
        {
          'GET /api/auth/me': () => answer({ user: aUser({ subscriptionTier: tier }) }),
          'GET /api/usage': () => answer({ ...usage, tier }),
        },
      ),
    )
    vi.useFakeTimers({ shouldAdvanceTime: true })
    renderApp('/account?checkout=done')
    await seen('Your payment is being confirmed.')
    const before = count('GET /api/auth/me')
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(count('GET /api/auth/me') - before).toBeGreaterThanOrEqual(3)
    expect(count('GET /api/auth/me') - before).toBeLessThanOrEqual(4)
    expect(screen.queryByText('Upgrade successful!')).toBeNull()
    tier = 'creator'
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    await seen('Upgrade successful!')
    await seen('Your plan is Creator now')
    await partHas('Subscription', /\$79\/ month · Creator/)
    expect(screen.queryByText('Your payment is being confirmed.')).toBeNull()
    const settled = count('GET /api/auth/me')
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(count('GET /api/auth/me')).toBe(settled)
  })

  test('waits until the calls are counted by the new plan too', async () => {
    let tier: UserView['subscriptionTier'] = 'free'
    serve(signedIn(creator, { 'GET /api/usage': () => answer({ ...usage, tier }) }))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    renderApp('/account?checkout=done')
    await seen('Your payment is being confirmed.')
    tier = 'creator'
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    await seen('Upgrade successful!')
  })

  test('says after 30 s that the payment is still being confirmed, and asks again on request', async () => {
    const over: Partial<UserView> = {}
    const { count } = serve(signedIn({}, { 'GET /api/auth/me': () => answer({ user: aUser(over) }) }))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const begunAt = Date.now()
    renderApp('/account?checkout=done')
    await seen('Your payment is being confirmed.')
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    await seen('Your payment is still being confirmed.')
    const [asked, seconds] = [count('GET /api/auth/me'), (Date.now() - begunAt) / 1_000]
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(count('GET /api/auth/me')).toBe(asked)
    // Once a second, and once for who is signed in.
    expect(asked).toBeLessThanOrEqual(seconds + 2)
    over.subscriptionTier = 'free'
    fireEvent.click(await button('Check again'))
    await seen('Your payment is being confirmed.')
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(count('GET /api/auth/me')).toBeGreaterThan(asked)
  })

  test('nothing is asked where the address does not say so', async () => {
    const { count } = serve(signedIn(creator))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    renderApp('/account')
    await partHas('Subscription', /\$79/)
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(count('GET /api/auth/me')).toBe(1)
  })
})

test('what was done in the billing portal is shown, also when it is seen a moment late', async () => {
  const over: Partial<UserView> = { ...creator }
  const { unmount } = openAs(creator, {
    'GET /api/auth/me': () => answer({ user: aUser(over) }),
    'POST /api/stripe/billing-portal': () => answer({ url: 'https://pay.example/portal' }),
  })
  await userEvent.click(await button('Manage billing'))
  await waitFor(() => expect(assign).toHaveBeenCalled())
  unmount()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderApp('/account')
  await partHas('Subscription', /^SubscriptionActive/)
  Object.assign(over, { subscriptionStatus: 'canceled', cancelAt: '2026-02-01T00:00:00.000Z' })
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await partHas('Subscription', /^SubscriptionCancelled/)
  await partHas('Subscription', /Ends on Feb 1, 2026/)
})
