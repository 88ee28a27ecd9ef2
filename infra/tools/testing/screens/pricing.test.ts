import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import { unlimited } from '@utter/contracts/plans'
import { repoDir } from '@utter/local/settings'
import { Customer } from '@utter/testing/customers/customer'
import { useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { tabTo } from './support/keyboard.ts'

const { openPage, openScreen, url } = useScreens()
let customer: Customer
let plans: PlanOffer[]
beforeAll(async () => {
  customer = await Customer.signUp(url)
  plans = (await customer.get('/api/plans')).body as PlanOffer[]
})

const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const card = (page: Page, name: string) => page.getByRole('region', { name: `${titleOf(name)} plan` })
const subscription = (page: Page) => page.getByRole('region', { name: 'Subscription' })
const upgrade = (page: Page) => page.getByRole('region', { name: 'Upgrade' })
const money = (amount: number) =>
  `$${amount.toLocaleString('en', { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })}`
const calls = ({ apiCallsLimit }: PlanOffer) =>
  apiCallsLimit === unlimited ? 'Unlimited calls' : `${apiCallsLimit.toLocaleString('en')} calls`

describe.each([1280, 375])('at %i px', (width) => {
  const viewport = { width, height: 800 }

  test('every figure is that of the plans', async () => {
    const { page, complaints } = await openScreen('/pricing', { customer, viewport })
    await card(page, 'free').getByRole('button', { name: 'Current plan' }).waitFor()
    for (const plan of plans) {
      const text = (await card(page, plan.name).textContent()) ?? ''
      expect(text).toContain(plan.price === null ? 'Custom' : `${money(plan.price)}/ month`)
      expect(text).toContain(calls(plan))
      for (const feature of plan.features) expect(text).toContain(feature)
      if (plan.overagePrice !== null) expect(text).toContain(`then ${money(plan.overagePrice)} per call`)
    }
    const banner = (await page.getByText('Overage billing.').locator('..').textContent()) ?? ''
    for (const { name, overagePrice } of plans)
      if (overagePrice !== null)
        expect(banner).toMatch(new RegExp(`\\${money(overagePrice)}( a call)? on ${titleOf(name)}`))
    expect(banner).toContain('Free stops at its limit.')
    expect(complaints).toEqual([])
  })

  test('a visitor is led over the sign-up to the card that was chosen, by keyboard alone', async () => {
    const { page, complaints } = await openScreen('/pricing', { viewport })
    await page.getByRole('button', { name: 'Choose Creator' }).waitFor()
    await tabTo(page, 'Choose Creator')
    await page.keyboard.press('Enter')
    await page.getByText('Login required').first().waitFor()
    await page.getByText('Please sign up or log in to subscribe.').first().waitFor()
    await page.getByLabel('Username').focus()
    const name = `keys-${width}-${Date.now()}`
    for (const word of [name, `${name}@example.com`]) {
      await page.keyboard.type(word)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.type('a long password')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/pricing?plan=creator')
    const chosen = card(page, 'creator')
    await chosen.getByText('Your choice').waitFor()
    await eventually('its button has the focus, and is in sight', async () => {
      const text = await page.evaluate('document.activeElement?.textContent')
      return text === 'Upgrade to Creator' && (await inSight(page))
    })
    await page.keyboard.press('Enter')
    await page.waitForURL('**/sandbox/checkout/**')
    await page.getByRole('link', { name: 'Go back' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/pricing')
    await card(page, 'free').getByRole('button', { name: 'Current plan' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('the answers open by keyboard', async () => {
    const { page } = await openScreen('/pricing', { viewport })
    await page
      .getByText('Yes. After cancellation your plan stays active until the end of the billing period.')
      .waitFor()
    const answer = page.getByText('One finished voice job.')
    expect(await answer.isVisible()).toBe(false)
    await tabTo(page, 'What counts as a call?')
    await page.keyboard.press('Enter')
    await answer.waitFor()
  })

  test('who never paid has nothing to manage, and three plans to go to', async () => {
    const { page, complaints } = await openScreen('/account', { customer, viewport })
    for (const name of ['Upgrade to Starter', 'Upgrade to Creator', 'Upgrade to Pro'])
      await upgrade(page).getByRole('button', { name }).waitFor()
    const text = (await upgrade(page).textContent()) ?? ''
    for (const plan of plans.filter(({ price }) => price !== null && price > 0))
      expect(text).toContain(`${money(plan.price ?? 0)} / month · ${calls(plan)}, then`)
    await subscription(page).getByText('Bonus calls left').waitFor()
    expect(await page.getByRole('button', { name: 'Manage billing' }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('the plans blocked: the rest stands, and they come by themselves', async () => {
    const { page } = await openPage({ customer, viewport, ignore: /ERR_FAILED/ })
    await page.route('**/api/plans', (route) => route.abort())
    await page.goto('/account')
    await subscription(page).getByText('The server cannot be reached').waitFor()
    await subscription(page).getByText('Billing period').waitFor()
    await upgrade(page).getByText('The server cannot be reached').waitFor()
    await page.unroute('**/api/plans')
    await subscription(page).getByText('/ month · Free').waitFor()
    await upgrade(page).getByRole('button', { name: 'Upgrade to Pro' }).waitFor()
  })

  test('the plans refused: Try again brings them to every part', async () => {
    const { page } = await openPage({ customer, viewport, ignore: /404/ })
    await page.route('**/api/plans', (route) =>
      route.fulfill({ status: 404, json: { error: 'There are no plans yet', code: 'not_found', requestId: 'r' } }),
    )
    await page.goto('/account')
    await upgrade(page).getByText('There are no plans yet').waitFor()
    await page.unroute('**/api/plans')
    await subscription(page).getByRole('button', { name: 'Try again' }).click()
    await subscription(page).getByText('/ month · Free').waitFor()
    await upgrade(page).getByRole('button', { name: 'Upgrade to Pro' }).waitFor()
  })

  test('a slow checkout is asked for once, however often its button is clicked', async () => {
    const { page, complaints } = await openPage({ customer, viewport })
    let asked = 0
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/stripe/create-checkout-session', async (route) => {
      asked++
      await held
      await route.continue()
    })
    await page.goto('/pricing')
    await page.getByRole('button', { name: 'Upgrade to Starter' }).dblclick()
    await page.getByRole('button', { name: 'Processing...' }).click({ force: true })
    answer()
    await page.waitForURL('**/sandbox/checkout/**')
    expect(asked).toBe(1)
    expect(complaints).toEqual([])
  })
})

const inSight = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const { top, bottom } = document.activeElement.getBoundingClientRect()
    return top >= 56 && bottom <= innerHeight
  })()`)

test('the built pages hold no price, no quota and no feature of a plan', async () => {
  const assets = join(repoDir, 'web/dist/assets')
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  const texts = await Promise.all(scripts.map((name) => readFile(join(assets, name), 'utf8')))
  const features = plans.flatMap((plan) => plan.features).filter((feature) => /\d/.test(feature))
  const found = texts.flatMap((text) => [
    ...features.filter((feature) => text.includes(feature)),
    ...(text.match(/(apiCallsLimit|overagePrice|price):\s*[\d.]+/g) ?? []),
  ])
  expect(found).toEqual([])
})
