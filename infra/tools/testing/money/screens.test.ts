import type { UserView } from '@utter/contracts/http/account/user-view'
import type { SubscriptionStatus, TierName } from '@utter/contracts/plans'
import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { Customer } from '@utter/testing/customers/customer'
import { Payer } from '@utter/testing/customers/payer'
import { useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import { periodOf, type TestSandbox, testSandbox } from '@utter/testing/setup/sandbox'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tabTo } from '../screens/support/keyboard.ts'

const { openScreen, url, visitOf } = useScreens()
const hour = 3_600
const height = 800
let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await testSandbox()
})
afterAll(() => sandbox?.endAll())

const me = async (customer: Customer) => ((await customer.get('/api/auth/me')).body as { user: UserView }).user
const titleOf = (tier: string) => tier.charAt(0).toUpperCase() + tier.slice(1)
const planCard = (page: Page, tier: TierName) => page.getByRole('region', { name: `${titleOf(tier)} plan` })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ })

const dayOf = (time: number) =>
  new Date(time).toLocaleDateString('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const dateOf = (instant: string) => new Date(instant).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' })

const has = (where: Locator, words: string[], limitMs?: number) =>
  eventually(
    `it reads ${words.join(', ')}`,
    async () => {
      const text = (await where.textContent()) ?? ''
      for (const word of words) expect(text).toContain(word)
      return true
    },
    limitMs,
  )
/** The page as it was loaded on a busy machine may have the months since the sign-up, so it is loaded again. */
const loadUntil = (page: Page, path: string, where: Locator, words: string[]) =>
  eventually(path, async () => {
    await page.goto(path)
    return has(where, words, 10_000)
  })

type Expected = { tier: TierName; status?: SubscriptionStatus; cancelled?: true; nextTier?: TierName }
const words: Record<SubscriptionStatus, string> = {
  active: 'Active',
  past_due: 'Payment failed',
  unpaid: 'Unpaid',
  canceled: 'Cancelled',
}

/** Whether Stripe, `me`, Pricing and My Account agree on the plan, its status, its period and the next plan. */
async function expectShown(page: Page, customer: Customer, { tier, status = 'active', cancelled, nextTier }: Expected) {
  const { user, start, end } = await eventually(`me has ${tier}, ${status}`, async () => {
    const now = await me(customer)
    expect([now.subscriptionTier, now.subscriptionStatus, now.nextTier]).toEqual([tier, status, nextTier])
    expect(now.cancelAt !== undefined).toBe(cancelled ?? false)
    // An account answers with the months since its sign-up while jobs takes longer than 500 ms, as on a busy machine.
    const { start, end } = periodOf(await sandbox.subscriptionOf(await sandbox.customerOf(now.id)))
    expect([now.billingPeriodStart, now.billingPeriodEnd].map((at) => Date.parse(at) / 1_000)).toEqual([start, end])
    return { user: now, start, end }
  })
  const period = `${dayOf(start * 1_000)} – ${dayOf(end * 1_000 - 1)}`
  const next = user.cancelAt
    ? [`Ends on ${dateOf(user.cancelAt)}`]
    : nextTier
      ? [`${titleOf(nextTier)} from ${dateOf(user.billingPeriodEnd)}`]
      : []
  if (user.cancelAt) expect(Date.parse(user.cancelAt) / 1_000).toBe(end)

  await loadUntil(page, '/pricing', planCard(page, tier), [
    'Current plan',
    `Billing period ${period}`,
    ...next,
    ...(status === 'active' ? [] : [words[status]]),
  ])
  expect(await page.getByRole('button', { name: 'Current plan' }).count()).toBe(1)
  const subscription = part(page, 'Subscription')
  await loadUntil(page, '/account', subscription, [
    `Subscription${words[status]}`,
    `/ month · ${titleOf(tier)}`,
    `Billing period${period}`,
    ...next,
  ])
  expect(await subscription.getByText('What comes next').count()).toBe(next.length)
}

async function pay(page: Page, number: string, button = /^Pay/): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 60')
  await page.getByLabel('Security code (CVC)').fill('123')
  await page.getByRole('button', { name: button }).click()
}

async function customerOf(context: BrowserContext): Promise<Customer> {
  const [session] = (await context.cookies(url)).filter(({ name }) => name.endsWith('utter_session'))
  return new Customer(url, { cookie: `${session?.name}=${session?.value}` })
}

/** Asks for a higher plan, and confirms the amount that is shown. @returns that amount */
async function upgrade(page: Page, tier: TierName): Promise<string> {
  await page.getByRole('button', { name: `Upgrade to ${titleOf(tier)}` }).click()
  const dialog = page.getByRole('dialog', { name: `Upgrade to ${titleOf(tier)}?` })
  await dialog.getByText('Charged today').waitFor()
  const pay = dialog.getByRole('button', { name: /^Pay \$/ })
  const amount = ((await pay.textContent()) ?? '').replace('Pay ', '')
  await pay.click()
  return amount
}

/** Someone who pays for a plan already, with a page that is signed in. A flow is tried in one width, as its steps are the same in both. */
async function subscriber(tier: TierName, width: number, card?: string) {
  const customer = await Customer.signUp(url)
  await new Payer(customer).subscribe(tier, card)
  await eventually(`the plan is ${tier}`, async () => (await me(customer)).subscriptionTier === tier)
  const visit = await visitOf({ customer, viewport: { width, height }, ignore: /40[29]/ })
  return { customer, visit, page: await visit.newPage(), [Symbol.asyncDispose]: () => visit[Symbol.asyncDispose]() }
}

/** All that the notifications of a page say from now on. A busy machine may look too late for one that a reload ends after 1.5 s. */
async function textsOf(page: Page): Promise<string[]> {
  const texts: string[] = []
  await page.exposeFunction('noteText', (text: string) => void texts.push(text))
  await page.evaluate(`new MutationObserver(() => {
    for (const region of document.querySelectorAll('[role=region][aria-label^=Notifications]')) noteText(region.textContent)
  }).observe(document.body, { childList: true, subtree: true })`)
  return texts
}

async function manageBilling(page: Page): Promise<void> {
  await part(page, 'Subscription').getByRole('button', { name: 'Manage billing' }).click()
  await page.waitForURL('**/sandbox/portal/**')
}
async function comeBack(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Return' }).click()
  await page.waitForURL('**/account')
}

test('giving up a checkout leads back to the prices', async () => {
  const customer = await Customer.signUp(url)
  const { page, complaints } = await openScreen('/pricing', { customer })
  await page.getByRole('button', { name: 'Upgrade to Starter' }).click()
  await page.getByText('Sandbox: no money moves').waitFor()
  await page.getByRole('link', { name: 'Go back' }).click()
  await page.waitForURL('**/pricing')
  await page.getByRole('button', { name: 'Upgrade to Starter' }).waitFor()
  expect((await me(customer)).subscriptionTier).toBe('free')
  expect(complaints).toEqual([])
})

test.each([1280, 375])(
  'at %i px a visitor chooses a plan, signs up, is declined, confirms a second step, and another tab follows',
  async (width) => {
    const { page, complaints, context, newPage } = await openScreen('/pricing', {
      viewport: { width, height },
      ignore: /402/,
    })
    await page.getByRole('button', { name: 'Choose Creator' }).click()
    await toasts(page).getByText('Login required').waitFor()
    const name = `buyer-${width}-${Date.now()}`
    await page.getByLabel('Username').fill(name)
    await page.getByLabel('Email').fill(`${name}@example.com`)
    await page.getByLabel('Password', { exact: true }).fill('a long password')
    await page.getByRole('button', { name: 'Create account' }).click()
    await planCard(page, 'creator').getByText('Your choice').waitFor()
    const customer = await customerOf(context)
    const other = await newPage()
    await other.goto('/pricing')
    await planCard(other, 'free').getByRole('button', { name: 'Current plan' }).waitFor()

    await page.getByRole('button', { name: 'Upgrade to Creator' }).click()
    await page.getByLabel('E-mail').fill('someone@example.com')
    await pay(page, cards.declined)
    await page.getByRole('alert').getByText('Your card was declined').waitFor()
    expect((await me(customer)).subscriptionTier).toBe('free')
    await pay(page, cards.secondStep)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await toasts(page).getByText('Upgrade successful!').waitFor()
    await page.waitForURL((at) => at.pathname === '/account' && at.search === '')
    await has(part(page, 'Subscription'), ['Active', '$79', 'Creator'])
    // It was not reloaded.
    await planCard(other, 'creator').getByRole('button', { name: 'Current plan' }).waitFor()
    await expectShown(page, customer, { tier: 'creator' })

    // The bank asks again, and the toast leads to where it is answered.
    await page.goto('/pricing')
    await upgrade(page, 'pro')
    await toasts(page).getByText('Your bank wants a confirmation: open the billing portal').waitFor()
    await expectShown(page, customer, { tier: 'creator' })
    const amount = await upgrade(page, 'pro')
    await toasts(page).getByRole('button', { name: 'Manage billing' }).click()
    await page.waitForURL('**/sandbox/portal/**')
    await page.getByRole('button', { name: `Pay ${amount}` }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await comeBack(page)
    await has(part(page, 'Subscription'), ['Active', '$199', 'Pro'])
    await planCard(other, 'pro').getByRole('button', { name: 'Current plan' }).waitFor()
    await expectShown(page, customer, { tier: 'pro' })
    expect(complaints).toEqual([])
  },
)

test('by keyboard alone a plan is raised from My Account; the page is loaded anew, and another tab follows', async () => {
  await using paying = await subscriber('starter', 1280)
  const { page, customer, visit } = paying
  const other = await visit.newPage()
  await other.goto('/account')
  await has(part(other, 'Subscription'), ['Starter'])
  await page.goto('/account')
  await page.getByRole('button', { name: 'Upgrade to Creator' }).waitFor()
  await page.evaluate('window.isOld = true')
  const told = await textsOf(page)
  await tabTo(page, 'Upgrade to Creator')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Upgrade to Creator?' })
  await dialog.getByText('$79.00 a month').waitFor()
  const amount = (await dialog.getByRole('button', { name: /^Pay \$/ }).textContent()) ?? ''
  await tabTo(page, amount)
  await page.keyboard.press('Enter')
  await eventually('the page is loaded anew', async () => !(await page.evaluate('window.isOld === true')))
  expect(told.filter((text) => /Upgrade successful!.*Your plan is Creator now/.test(text))).not.toEqual([])
  await has(part(page, 'Subscription'), ['Active', '$79', 'Creator'])
  await has(part(other, 'Subscription'), ['Active', '$79', 'Creator'])
  await expectShown(page, customer, { tier: 'creator' })
  // The invoice has the amount that was shown.
  await manageBilling(page)
  await page.getByText(amount.replace('Pay ', ''), { exact: true }).first().waitFor()
  expect(visit.complaints).toEqual([])
})

test('a plan is cancelled and taken back, lowered and taken back; both screens follow each time', async () => {
  await using paying = await subscriber('pro', 375)
  const { page, customer, visit } = paying
  await page.goto('/account')
  await manageBilling(page)
  await page.getByRole('link', { name: /^Cancel/ }).click()
  await page.getByRole('button', { name: 'Cancel at period end' }).click()
  await comeBack(page)
  await has(part(page, 'Subscription'), ['Cancelled', 'Ends on'])
  await expectShown(page, customer, { tier: 'pro', status: 'canceled', cancelled: true })
  await manageBilling(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await comeBack(page)
  await expectShown(page, customer, { tier: 'pro' })

  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Switch to Starter' }).click()
  await page.waitForURL('**/sandbox/portal/**')
  await page.getByRole('button', { name: /^Switch to .*Starter/ }).click()
  await comeBack(page)
  await has(part(page, 'Subscription'), ['Active', 'Starter from'])
  await expectShown(page, customer, { tier: 'pro', nextTier: 'starter' })
  await manageBilling(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await comeBack(page)
  await expectShown(page, customer, { tier: 'pro' })
  expect(visit.complaints).toEqual([])
})

test('an upgrade that is declined changes nothing; a renewal that fails is shown on both screens until it is paid', async () => {
  await using paying = await subscriber('starter', 1280, cards.failsLater)
  const { page, customer, visit } = paying
  await page.goto('/pricing')
  await upgrade(page, 'creator')
  await toasts(page).getByText('Your card was declined').waitFor()
  await expectShown(page, customer, { tier: 'starter' })

  const { end } = periodOf(await sandbox.subscriptionOf(await sandbox.customerOf(customer.user?.id ?? '')))
  await sandbox.advance(end + 60)
  await sandbox.delivered()
  await sandbox.advance(end + 2 * hour)
  await sandbox.delivered()
  await expectShown(page, customer, { tier: 'starter', status: 'past_due' })
  await page.getByText('Your plan stays, without overage').waitFor()
  await page.getByRole('button', { name: 'Upgrade to Creator' }).click()
  await toasts(page).getByText('Your last invoice is not paid: pay it first').waitFor()
  await toasts(page).getByRole('button', { name: 'Pay now' }).click()
  await page.waitForURL('**/sandbox/invoice/**')
  await pay(page, cards.declined)
  await page.getByRole('alert').getByText('Your card was declined').waitFor()
  await page.goto('/account')
  const invoices = part(page, 'Invoices').getByRole('listitem')
  await has(invoices.first(), ['$39.00', 'Payment failed', 'Pay now'])
  // The notice and the list lead to the same page, in a tab of its own.
  const payNow = part(page, 'Subscription').getByRole('link', { name: 'Pay now' })
  const [tab] = await Promise.all([page.waitForEvent('popup'), payNow.click()])
  await pay(tab, cards.pays)
  await tab.getByRole('heading', { name: 'Paid' }).waitFor()
  await tab.close()
  await has(part(page, 'Subscription'), ['Active', 'Starter'])
  await has(invoices.first(), ['$39.00', 'Paid'])
  const document = await invoices.first().getByRole('link', { name: /^PDF/ }).getAttribute('href')
  const pdf = await page.request.get(document ?? '')
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
  // The upgrade that was declined left one that is void.
  await has(invoices.nth(1), ['Void'])
  expect(await invoices.count()).toBe(3)
  await expectShown(page, customer, { tier: 'starter' })
  expect(visit.complaints).toEqual([])
})

test('what stays unpaid leaves the free plan; both screens say so, and the portal mends it', async () => {
  await using paying = await subscriber('starter', 375, cards.failsLater)
  const { page, customer, visit } = paying
  const { end } = periodOf(await sandbox.subscriptionOf(await sandbox.customerOf(customer.user?.id ?? '')))
  for (const later of [60, 2 * hour, 20 * 24 * hour]) {
    await sandbox.advance(end + later)
    await sandbox.delivered()
  }
  await expectShown(page, customer, { tier: 'free', status: 'unpaid' })
  await page.getByText('Pay the open invoice to go on.').waitFor()
  await page.getByRole('button', { name: 'Upgrade to Starter' }).click()
  await toasts(page).getByText('Your last invoice is not paid: pay it first').waitFor()
  await manageBilling(page)
  await page.getByText('Change card').click()
  await pay(page, cards.pays, /^Save card/)
  await comeBack(page)
  await has(part(page, 'Subscription'), ['Active', 'Starter'])
  await expectShown(page, customer, { tier: 'starter' })
  expect(visit.complaints).toEqual([])
})

test('a cancelled plan ends with its period: the free one is shown, and its invoices can still be seen', async () => {
  await using paying = await subscriber('starter', 1280)
  const { page, customer, visit } = paying
  const { end } = periodOf(await sandbox.subscriptionOf(await sandbox.customerOf(customer.user?.id ?? '')))
  await new Payer(customer).inPortal('cancel')
  await sandbox.advance(end + 60)
  await sandbox.delivered()
  await eventually('the plan is free', async () => (await me(customer)).subscriptionTier === 'free')
  await page.goto('/pricing')
  await planCard(page, 'free').getByRole('button', { name: 'Current plan' }).waitFor()
  await page.getByRole('button', { name: 'Upgrade to Starter' }).waitFor()
  await page.goto('/account')
  await has(part(page, 'Subscription'), ['Active', '$0', 'Free'])
  await manageBilling(page)
  await page.getByText(/Ended on|There is no plan/).waitFor()
  expect(visit.complaints).toEqual([])
})
