import type { UserView } from '@utter/contracts/http/account/user-view'
import { toPro } from '@utter/web/test/answers/account'
import { answerAs, refuse } from './answered.ts'
import { asPlan } from './as-plan.ts'
import { aState, type ScreenState } from './screen-state.ts'

const cancelled: Partial<UserView> = {
  subscriptionTier: 'creator',
  subscriptionStatus: 'canceled',
  cancelAt: '2026-12-01T00:00:00.000Z',
}

/** States of prices, the subscription and its changes. */
export const billingStates: ScreenState[] = [
  aState('Pricing with the plan chosen before', 'new', '/pricing?plan=creator', (page) =>
    page.getByText('Your choice').waitFor(),
  ),
  aState('Pricing of a plan that ends', 'new', '/pricing', async (page) => {
    await asPlan(page, cancelled)
    await page.getByText('Ends on Dec 1, 2026').waitFor()
    await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`)
  }),
  aState('Pricing while it is read', 'new', '/pricing', async (page) => {
    await page.route('**/api/plans', () => undefined)
    await page.reload()
    await page.locator('main [aria-busy=true]').getByRole('heading', { name: 'Enterprise' }).waitFor()
  }),
  aState('Pricing that could not be read', 'visitor', '/pricing', async (page) => {
    await refuse(page, '**/api/plans', 'The plans are not to be had')
    await page.reload()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
  }),
  aState(
    'a refused upgrade, and its way out',
    'new',
    '/pricing',
    async (page) => {
      const sentence = 'Your bank wants a confirmation: open the billing portal'
      await refuse(page, '**/api/stripe/*', sentence, { code: 'confirmation_required' })
      await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
      await page.getByText(sentence).first().hover()
    },
    { isFleeting: true },
  ),
  aState('the amounts of an upgrade', 'new', '/pricing', async (page) => {
    await asPlan(page, { subscriptionTier: 'starter' })
    await answerAs(page, 'POST', '**/api/stripe/preview-upgrade', { change: toPro })
    await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
    await page.getByRole('dialog').getByText('Charged today').waitFor()
  }),
  aState('My Account with a failed payment', 'new', '/account', async (page) => {
    await asPlan(page, { subscriptionTier: 'starter', subscriptionStatus: 'past_due', nextTier: 'creator' })
    await page.getByRole('button', { name: 'Manage billing' }).waitFor()
    await page.getByRole('button', { name: 'Upgrade to Pro' }).waitFor()
  }),
  aState('My Account while a payment is confirmed', 'new', '/account?checkout=done', async (page) => {
    await page.clock.install()
    await page.reload()
    await page.getByText('Your payment is being confirmed.').waitFor()
    const again = page.getByRole('button', { name: 'Check again' })
    for (let seconds = 0; seconds < 60 && !(await again.isVisible()); seconds++) await page.clock.runFor(1_000)
    await again.waitFor()
  }),
]
