import type { ReferralStats } from '@utter/contracts/http/referrals'
import { openBrowser } from '@utter/testing/customers/browser'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { openVisit } from '@utter/testing/customers/visit'
import { eventually } from '@utter/testing/eventually'
import { ownPlatform } from '@utter/testing/setup/provided'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shownUsage } from './support/shown-usage.ts'

const { url } = ownPlatform()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each([
  ['1280', { width: 1280, height: 800 }],
  ['375', { width: 375, height: 700 }],
])('at %s px', (_width, viewport) => {
  test('the link is copied by keyboard, brings a friend, and the bonus is there when the screen is gone to again', async () => {
    const customer = await Customer.signUp(url)
    const stats = async () => (await customer.get('/api/referrals/stats')).body as ReferralStats
    await eventually('the code is ready', async () => (await stats()).referralUrl)
    await using visit = await openVisit(browser, url, {
      customer,
      viewport,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await visit.newPage()
    await page.goto('/account')
    const card = page.getByRole('region', { name: 'Referrals' })
    const { referralUrl, milestones } = await stats()
    const link = card.getByLabel('Referral link')
    expect(await link.inputValue()).toBe(referralUrl)
    await card.getByText('Nobody has joined by your link yet · 1 more for the first 50').waitFor()
    const lines = await card.getByRole('listitem').allTextContents()
    expect(lines).toHaveLength(milestones.length)
    for (const [index, { description, reward }] of milestones.entries()) {
      expect(lines[index]).toContain(description)
      expect(lines[index]).toContain(`+${reward.toLocaleString('en')} calls`)
    }

    await link.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await card.getByRole('button', { name: 'Copied!' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(referralUrl)
    await card.getByRole('button', { name: 'Copy', exact: true }).waitFor()

    const friend = await Customer.signUp(url, { referralCode: new URL(referralUrl).searchParams.get('ref') ?? '' })
    await friend.finished(jobIdOf(await friend.speak('Thank you for the invitation.')))
    await eventually('the friend counts', async () => (await stats()).referralCount === 1)
    await page.goto('/terms')
    await page.goto('/account')
    const { bonusCallsEarned, nextMilestone } = await stats()
    await card
      .getByText(`1 referral · ${bonusCallsEarned} bonus calls earned · 4 more for the next ${nextMilestone?.reward}`)
      .waitFor()
    await card.getByText('Reached:').waitFor({ state: 'attached' })
    await eventually('the bonus is part of the limit', async () => {
      await page.reload()
      return (await shownUsage(page)).limit === 100 + bonusCallsEarned
    })
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(visit.complaints).toEqual([])
  })
})
