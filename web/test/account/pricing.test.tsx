import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { UserView } from '@utter/contracts/http/account/user-view'
import { charactersPerWorkCall } from '@utter/contracts/http/works/requests'
import { type TierName, tierNames } from '@utter/contracts/plans'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type PlanAction, planAction } from '../../src/features/billing/plan-action.ts'
import { grouped } from '../../src/lib/format/counted.ts'
import { anInvoice, aUser, offers, toPro } from '../answers/account.ts'
import { answer, button, type Handlers, openScreen, problem, seen, sentTo, watchLocation } from '../support/support.tsx'
import '../../src/pages/pricing.tsx'
import '../../src/pages/sign-up.tsx'

const { assign, reload } = watchLocation('/pricing')
afterEach(() => vi.unstubAllEnvs())

const person = (over: Partial<UserView>) => ({ user: aUser(over) })
const openAs = (over: Partial<UserView>, handlers: Handlers = {}) =>
  openScreen('/pricing', {
    'GET /api/plans': () => answer(offers),
    'GET /api/auth/me': () => answer(person(over)),
    ...handlers,
  })
const visitor = (handlers: Handlers = {}): Handlers => ({ 'GET /api/plans': () => answer(offers), ...handlers })

const card = (title: string) => screen.findByRole('region', { name: `${title} plan` })
const creator = { subscriptionTier: 'creator' } as const

describe('the figures', () => {
  test('are those of the plans: price, calls, overage and features of each', async () => {
    openScreen('/pricing', visitor())
    expect((await card('Free')).textContent).toContain('$0/ month100 calls / monthHard limit')
    expect((await card('Pro')).textContent).toContain('$199/ month50,000 calls / monththen $0.025 per call')
    expect((await card('Enterprise')).textContent).toContain('CustomUnlimited callsNo overage')
    for (const { name, features } of offers) {
      const list = within(await card(name.charAt(0).toUpperCase() + name.slice(1))).getAllByRole('listitem')
      expect(list.map(({ textContent }) => textContent)).toEqual(features)
    }
    await seen(
      /^Paid plans keep working past their monthly calls: \$0\.04 a call on Starter, \$0\.03 on Creator, \$0\.025 on Pro\. Free stops/,
    )
  })

  test('follow another table of plans', async () => {
    const others = offers.map((offer) =>
      offer.name === 'starter' ? { ...offer, price: 12.5, apiCallsLimit: 777, overageEnabled: false } : offer,
    )
    openScreen('/pricing', visitor({ 'GET /api/plans': () => answer(others) }))
    expect((await card('Starter')).textContent).toContain('$12.50/ month777 calls / monthHard limit')
    await seen(/: \$0\.03 a call on Creator, \$0\.025 on Pro\. Free stops at its limit\. Starter stops at its limit\./)
  })

  test('of a work are those that it costs', async () => {
    openScreen('/pricing', visitor())
    await seen(new RegExp(`a chapter of a work for each started ${grouped(charactersPerWorkCall)} characters`))
  })

  test('tell how many calls of the free plan come before the email is verified, where there is such a bound', async () => {
    const others = offers.map((offer) => (offer.name === 'free' ? { ...offer, unverifiedCalls: 10 } : offer))
    openScreen('/pricing', visitor({ 'GET /api/plans': () => answer(others) }))
    const features = async (title: string) =>
      within(await card(title))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    expect((await features('Free')).slice(0, 2)).toEqual(['100 calls a month', '10 before your email is verified'])
    expect((await features('Starter'))[1]).toBe('10,000 characters a call')
  })

  test.each([
    ['added', '$39/ month plus tax5,000'],
    ['none', '$39/ month without tax5,000'],
  ] as const)('say of tax: %s', async (tax, words) => {
    const others = offers.map((offer) => ({ ...offer, ...(offer.priceId && { tax }) }))
    openScreen('/pricing', visitor({ 'GET /api/plans': () => answer(others) }))
    expect((await card('Starter')).textContent).toContain(words)
    expect((await card('Free')).textContent).toContain('$0/ month100 calls')
  })

  test('that cannot be read leave the answers standing, and are read again on request', async () => {
    let plans = problem(503, 'Service unavailable')
    openScreen('/pricing', visitor({ 'GET /api/plans': () => plans.clone() }))
    expect((await screen.findByRole('alert')).textContent).toContain('Service unavailable')
    await seen('Yes. After cancellation your plan stays active until the end of the billing period.')
    plans = answer(offers)
    await userEvent.click(await button('Try again'))
    await card('Free')
  })

  test('are on their way: the names of the plans stand already', async () => {
    openScreen('/pricing', visitor({ 'GET /api/plans': () => new Promise(() => {}) }))
    await screen.findByRole('heading', { name: 'Enterprise' })
    expect(screen.queryByRole('button', { name: /Choose/ })).toBeNull()
  })
})

const someone = (subscriptionTier: TierName, subscriptionStatus: UserView['subscriptionStatus'] = 'active') =>
  aUser({ subscriptionTier, subscriptionStatus })
test.each<[string, UserView | undefined, PlanAction[]]>([
  ['a visitor', undefined, ['sign-up', 'log-in', 'log-in', 'log-in', 'sales']],
  ['who pays nothing', someone('free'), ['current', 'checkout', 'checkout', 'checkout', 'sales']],
  ['who pays for starter', someone('starter'), ['portal', 'current', 'upgrade', 'upgrade', 'sales']],
  ['whose payment failed', someone('creator', 'past_due'), ['portal', 'portal', 'current', 'upgrade', 'sales']],
  ['who has cancelled', someone('pro', 'canceled'), ['portal', 'portal', 'portal', 'current', 'sales']],
  ['whose invoice stays unpaid', someone('free', 'unpaid'), ['current', 'upgrade', 'upgrade', 'upgrade', 'sales']],
  [
    'whose plan the operator set',
    { ...someone('creator'), planSetBy: 'operator' },
    ['agreed', 'agreed', 'current', 'checkout', 'sales'],
  ],
  ['with an agreed plan', someone('enterprise'), ['sales', 'sales', 'sales', 'sales', 'current']],
])('%s meets these buttons', (_who, who, actions) => {
  expect(tierNames.map((tier) => planAction(tier, who))).toEqual(actions)
})

describe('a visitor', () => {
  test('is told to sign up or log in, and finds the chosen card marked after it', async () => {
    const { count } = openScreen('/pricing', visitor({ 'POST /api/auth/signup': () => answer({ user: aUser() }, 201) }))
    await userEvent.click(await button('Choose Creator'))
    await seen('Login required')
    await seen('Please sign up or log in to subscribe.')
    await userEvent.type(await screen.findByLabelText('Username'), 'mirabel')
    await userEvent.type(screen.getByLabelText('Email'), 'mirabel@example.com')
    await userEvent.type(screen.getByLabelText('Password'), 'a long enough one')
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    const chosen = await button('Upgrade to Creator')
    await waitFor(() => expect(document.activeElement).toBe(chosen))
    const described = document.getElementById(chosen.getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toBe('Your choice')
    expect(screen.getAllByText('Your choice')).toHaveLength(1)
    expect(count('POST /api/stripe/create-checkout-session')).toBe(0)
  })

  test('signs up for the free plan, and writes to sales', async () => {
    openScreen('/pricing', visitor())
    await card('Free')
    expect((await screen.findByRole('link', { name: 'Sign up' })).getAttribute('href')).toBe('/signup')
    const sales = screen.getByRole('link', { name: 'Contact sales' })
    expect(sales.getAttribute('href')).toBe('mailto:sales@utter.example')
  })

  test('finds no button where nobody is named to write to', async () => {
    const others = offers.map(({ contact: _, ...offer }) => offer)
    openScreen('/pricing', visitor({ 'GET /api/plans': () => answer(others) }))
    await screen.findByRole('link', { name: 'Sign up' })
    expect(screen.queryByText('Contact sales')).toBeNull()
  })
})

describe('who pays nothing', () => {
  test('goes to the checkout of the price, once, however often the button is pressed', async () => {
    const { count } = openAs(
      {},
      {
        'POST /api/stripe/create-checkout-session': () => answer({ url: 'https://pay.example/session' }),
      },
    )
    const upgrade = await button('Upgrade to Creator')
    fireEvent.click(upgrade)
    fireEvent.click(upgrade)
    fireEvent.click(await button('Upgrade to Pro'))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/session'))
    expect(sentTo('POST /api/stripe/create-checkout-session')).toEqual([{ priceId: 'price_creator' }])
    expect(count('POST /api/stripe/create-checkout-session')).toBe(1)
    expect((await button('Processing...')).getAttribute('aria-busy')).toBe('true')
  })

  test('may press again on a page that was left and is shown again', async () => {
    const { count } = openAs(
      {},
      { 'POST /api/stripe/create-checkout-session': () => answer({ url: 'https://pay.example/1' }) },
    )
    fireEvent.click(await button('Upgrade to Starter'))
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
    fireEvent.click(await button('Upgrade to Starter'))
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(2))
    expect(count('POST /api/stripe/create-checkout-session')).toBe(2)
  })

  test('the price of the build comes before that of the plans', async () => {
    vi.stubEnv('VITE_STRIPE_PRICE_STARTER', 'price_of_the_build')
    openAs(
      {},
      {
        'POST /api/stripe/create-checkout-session': () => answer({ url: 'https://pay.example/session' }),
      },
    )
    await userEvent.click(await button('Upgrade to Starter'))
    await waitFor(() =>
      expect(sentTo('POST /api/stripe/create-checkout-session')).toEqual([{ priceId: 'price_of_the_build' }]),
    )
  })

  test('a plan without a price is said, and nothing is asked', async () => {
    const others = offers.map(({ priceId: _, ...offer }) => offer)
    const { asked } = openAs({}, { 'GET /api/plans': () => answer(others) })
    await userEvent.click(await button('Upgrade to Pro'))
    await seen('Error')
    await seen('Missing Stripe price ID for pro tier')
    expect(asked.filter((name) => name.startsWith('POST'))).toEqual([])
  })

  test.each([
    ['the server’s sentence', () => problem(409, 'You already have a subscription'), 'You already have a subscription'],
    ['the server’s sentence', () => problem(503, 'Payments are not configured'), 'Payments are not configured'],
    ['that the server is unreachable', () => Promise.reject(new TypeError('down')), 'The server cannot be reached'],
    ['a sentence of its own', () => answer('<html>', 502), 'Failed to upgrade subscription'],
  ])('a refusal shows %s, and the button works again', async (_what, refusal, sentence) => {
    const { count } = openAs({}, { 'POST /api/stripe/create-checkout-session': refusal })
    fireEvent.click(await button('Upgrade to Creator'))
    await seen('Error')
    await seen(sentence)
    fireEvent.click(await button('Upgrade to Creator'))
    await waitFor(() => expect(count('POST /api/stripe/create-checkout-session')).toBe(2))
    expect(assign).not.toHaveBeenCalled()
  })

  test('who was too quick is counted down', async () => {
    const refusal = () => problem(429, 'Rate limit exceeded', {}, { 'retry-after': '20' })
    openAs({}, { 'POST /api/stripe/create-checkout-session': refusal })
    await userEvent.click(await button('Upgrade to Creator'))
    await seen('Rate limit exceeded')
    expect(await screen.findByRole('button', { name: /Try again in (20|19) s/ })).toHaveProperty('disabled', true)
    expect(await button('Upgrade to Pro')).toHaveProperty('disabled', false)
  })

  test('whose session has ended is led to the login and back', async () => {
    let isSignedIn = true
    openAs(
      {},
      {
        'GET /api/auth/me': () => (isSignedIn ? answer({ user: aUser() }) : problem(401, 'Not signed in')),
        'POST /api/stripe/create-checkout-session': () => {
          isSignedIn = false
          return problem(401, 'Not signed in')
        },
      },
    )
    await userEvent.click(await button('Upgrade to Creator'))
    const logIn = await screen.findByRole('link', { name: 'Log in' })
    expect(logIn.getAttribute('href')).toBe('/login?next=%2Fpricing')
  })
})

describe('who pays', () => {
  test('has the badge, the disabled button and the period on the present plan, and one primary button above it', async () => {
    openAs({ ...creator, cancelAt: '2026-02-01T00:00:00.000Z', subscriptionStatus: 'canceled' })
    const present = await card('Creator')
    expect(await within(present).findByRole('button', { name: 'Current plan' })).toHaveProperty('disabled', true)
    expect(within(present).getAllByText('Current plan')).toHaveLength(2)
    for (const words of ['Cancelled', 'Billing period Jan 1 – Jan 31', 'Ends on Feb 1, 2026'])
      expect(present.textContent).toContain(words)
    // No other one looks like it.
    const primary = await button('Upgrade to Pro')
    const alike = [...document.querySelectorAll('main button, main a')].filter(
      ({ className }) => className === primary.className,
    )
    expect(alike).toEqual([primary])
  })

  test('a higher plan is confirmed with its amounts, changes in place, and the page is loaded anew after 1.5 s', async () => {
    const { count } = openAs(creator, {
      'POST /api/stripe/preview-upgrade': () => answer({ change: toPro }),
      'POST /api/stripe/upgrade-subscription': () => answer({ message: 'Your plan is pro now' }),
    })
    await userEvent.click(await button('Upgrade to Pro'))
    const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Pro?' })
    expect(dialog.textContent).toContain('Charged today$61.93with $9.88 tax · $5.00 off · $1.23 of your credit used')
    expect(dialog.textContent).toContain('From Feb 1, 2026$236.81 a monthwith $37.81 tax')
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBe(document.activeElement)
    expect(sentTo('POST /api/stripe/preview-upgrade')).toEqual([{ priceId: 'price_pro' }])
    expect(count('POST /api/stripe/upgrade-subscription')).toBe(0)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fireEvent.click(await button('Pay $61.93'))
    await seen('Upgrade successful!')
    await seen('Your plan is pro now')
    const shown = { tier: 'pro', amount: 6_193, prorationDate: toPro.prorationDate }
    expect(sentTo('POST /api/stripe/upgrade-subscription')).toEqual([{ priceId: 'price_pro', shown }])
    expect(reload).not.toHaveBeenCalled()
    fireEvent.click(await button('Processing...'))
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(reload).toHaveBeenCalledTimes(1)
    expect(count('POST /api/stripe/upgrade-subscription')).toBe(1)
  })

  test('a change without tax says so', async () => {
    const untaxed = {
      ...toPro,
      now: { amount: 6_193, tax: 0, discount: 0, credit: 0 },
      next: { ...toPro.next, amount: 19_900, tax: 0 },
    }
    openAs(creator, {
      'GET /api/plans': () => answer(offers.map((offer) => ({ ...offer, tax: 'none' }))),
      'POST /api/stripe/preview-upgrade': () => answer({ change: untaxed }),
    })
    await userEvent.click(await button('Upgrade to Pro'))
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'Charged today$61.93without taxFrom Feb 1, 2026$199.00 a monthwithout tax',
    )
  })

  test('a change that is cancelled is not made, and can be asked for again', async () => {
    const { count } = openAs(creator, { 'POST /api/stripe/preview-upgrade': () => answer({ change: toPro }) })
    await userEvent.click(await button('Upgrade to Pro'))
    await userEvent.click(await button('Cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(await button('Upgrade to Pro'))
    await button('Pay $61.93')
    expect(count('POST /api/stripe/upgrade-subscription')).toBe(0)
  })

  test('another amount than the one that was shown is shown, and confirmed anew', async () => {
    const other = { ...toPro, now: { amount: 7_000, tax: 0, discount: 0, credit: 0 } }
    const previews = [toPro, other]
    let isRefused = true
    openAs(creator, {
      'POST /api/stripe/preview-upgrade': () => answer({ change: previews.shift() }),
      'POST /api/stripe/upgrade-subscription': () => {
        if (!isRefused) return answer({ message: 'Your plan is pro now' })
        isRefused = false
        return problem(409, 'The amount has changed', { code: 'amount_changed' })
      },
    })
    await userEvent.click(await button('Upgrade to Pro'))
    await userEvent.click(await button('Pay $61.93'))
    expect((await screen.findByRole('alert')).textContent).toBe('The amount has changed since it was shown.')
    await userEvent.click(await button('Pay $70.00'))
    await seen('Upgrade successful!')
    expect(sentTo('POST /api/stripe/upgrade-subscription')).toMatchObject([
      { shown: { amount: 6_193 } },
      { shown: { amount: 7_000 } },
    ])
  })

  test('a plan that is lower by now is said to cost nothing today; one that ends has no amount after it', async () => {
    const change = { ...toPro, tier: 'starter', now: { amount: 0, tax: 0, discount: 0, credit: 0 } }
    const { prorationDate: _, ...lower } = change
    const { next: _next, ...rest } = toPro
    const previews: object[] = [lower, { ...rest, endsAt: toPro.next.at }]
    openAs(creator, { 'POST /api/stripe/preview-upgrade': () => answer({ change: previews.shift() }) })
    await userEvent.click(await button('Upgrade to Pro'))
    const dialog = await screen.findByRole('dialog', { name: 'Switch to Starter?' })
    expect(dialog.textContent).toContain('Charged today$0.00From Feb 1, 2026$236.81 a month')
    await within(dialog).findByRole('button', { name: 'Confirm' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(await button('Upgrade to Pro'))
    const next = await screen.findByRole('dialog', { name: 'Upgrade to Pro?' })
    expect(next.textContent).toContain('Your plan endsFeb 1, 2026')
    expect(next.textContent).not.toContain('a month')
  })

  test('an account without a subscription goes on to the checkout of that price', async () => {
    openAs(creator, {
      'POST /api/stripe/preview-upgrade': () => answer({ requiresCheckout: true }),
      'POST /api/stripe/create-checkout-session': () => answer({ url: 'https://pay.example/session' }),
    })
    await userEvent.click(await button('Upgrade to Pro'))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/session'))
    expect(sentTo('POST /api/stripe/create-checkout-session')).toEqual([{ priceId: 'price_pro' }])
    expect(screen.queryByText('Upgrade successful!')).toBeNull()
  })

  test.each([
    ['Switch to Starter', 'starter'],
    ['Switch to Free', 'free'],
  ])('%s opens the billing portal where that is done', async (name, tier) => {
    const { asked } = openAs(creator, {
      'POST /api/stripe/billing-portal': () => answer({ url: 'https://pay.example/portal' }),
    })
    await userEvent.click(await button(name))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/portal'))
    expect(asked.filter((one) => one.startsWith('POST'))).toEqual(['POST /api/stripe/billing-portal'])
    expect(sentTo('POST /api/stripe/billing-portal')).toEqual([{ tier }])
  })

  test('a portal that does not open is said', async () => {
    openAs(creator, { 'POST /api/stripe/billing-portal': () => answer('', 500) })
    await userEvent.click(await button('Switch to Free'))
    await seen('Unable to open billing portal')
  })

  test('a declined card is said', async () => {
    const refusal = () => problem(402, 'Your card was declined', { code: 'card_declined' })
    openAs(creator, {
      'POST /api/stripe/preview-upgrade': () => answer({ change: toPro }),
      'POST /api/stripe/upgrade-subscription': refusal,
    })
    await userEvent.click(await button('Upgrade to Pro'))
    await userEvent.click(await button('Pay $61.93'))
    await seen('Your card was declined')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Manage billing' })).toBeNull()
  })

  test.each([
    ['confirmation_required', 402, 'Your bank wants a confirmation: open the billing portal'],
    ['plan_ends', 409, 'Your plan ends: open the billing portal'],
  ])('%s: the toast opens the portal', async (code, status, sentence) => {
    openAs(creator, {
      'POST /api/stripe/preview-upgrade': () => problem(status, sentence, { code }),
      'POST /api/stripe/billing-portal': () => answer({ url: 'https://pay.example/portal' }),
    })
    await userEvent.click(await button('Upgrade to Pro'))
    await seen(sentence)
    await userEvent.click(await button('Manage billing'))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/portal'))
  })

  test.each([
    ['to the open invoice', [anInvoice({ payUrl: 'https://pay.example/2' })], 'https://pay.example/2'],
    ['to the portal where none is open', [anInvoice()], 'https://pay.example/portal'],
  ])('invoice_unpaid: the toast leads %s', async (_where, invoices, page) => {
    const sentence = 'Your last invoice is not paid: pay it first'
    openAs(creator, {
      'POST /api/stripe/preview-upgrade': () => problem(409, sentence, { code: 'invoice_unpaid' }),
      'POST /api/stripe/billing-portal': () => answer({ url: 'https://pay.example/portal' }),
      'GET /api/billing/invoices?limit=12': () => answer(invoices),
    })
    await userEvent.click(await button('Upgrade to Pro'))
    await seen(sentence)
    await userEvent.click(await button('Pay now'))
    await waitFor(() => expect(assign).toHaveBeenCalledWith(page))
  })
})
