import type { ReferralStats } from '@utter/contracts/http/referrals'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { sizes, useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import { describe, expect, test } from 'vitest'
import { shownUsage } from './support/shown-usage.ts'

const { openScreen, url } = useScreens()

describe.each(sizes)('at $name px', ({ size }) => {
  test('the link is copied by keyboard, brings a friend, and the bonus is there when the screen is gone to again', async () => {
    const customer = await Customer.signUp(url)
    const stats = async () => (await customer.get('/api/referrals/stats')).body as ReferralStats
    await eventually('the code is ready', async () => (await stats()).referralUrl)
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page, complaints } = await openScreen('/account', { customer, ...size, permissions })
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
    expect(complaints).toEqual([])
  })
})
