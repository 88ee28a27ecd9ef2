import { Customer } from '@utter/testing/customers/customer'
import { useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { tabTo } from './support/keyboard.ts'

const { openPage, openScreen, url } = useScreens()

const customer = await Customer.signUp(url)

const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const card = (page: Page, name: string) => page.getByRole('region', { name: `${titleOf(name)} plan` })
const subscription = (page: Page) => page.getByRole('region', { name: 'Subscription' })
const upgrade = (page: Page) => page.getByRole('region', { name: 'Upgrade' })

describe.each([1280, 375])('at %i px', (width) => {
  const viewport = { width, height: 800 }

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
})

const inSight = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const { top, bottom } = document.activeElement.getBoundingClientRect()
    return top >= 56 && bottom <= innerHeight
  })()`)
