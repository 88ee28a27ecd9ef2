import type { UserView } from '@utter/contracts/http/account/user-view'
import { refuse } from './answered.ts'
import { asPlan } from './as-plan.ts'
import type { ScreenState } from './screen-state.ts'

const cancelled: Partial<UserView> = {
  subscriptionTier: 'creator',
  subscriptionStatus: 'canceled',
  cancelAt: '2026-12-01T00:00:00.000Z',
}

/** States of prices, the subscription and its changes. */
export const billingStates: ScreenState[] = [
  {
    name: 'Pricing with the plan chosen before',
    who: 'new',
    path: '/pricing?plan=creator',
    reach: (page) => page.getByText('Your choice').waitFor(),
  },
  {
    name: 'Pricing of a plan that ends',
    who: 'new',
    path: '/pricing',
    reach: async (page) => {
      await asPlan(page, cancelled)
      await page.getByText('Ends on Dec 1, 2026').waitFor()
      await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`)
    },
  },
  {
    name: 'Pricing while it is read',
    who: 'new',
    path: '/pricing',
    reach: async (page) => {
      await page.route('**/api/plans', () => undefined)
      await page.reload()
      await page.locator('main [aria-busy=true]').getByRole('heading', { name: 'Enterprise' }).waitFor()
    },
  },
  {
    name: 'Pricing that could not be read',
    who: 'visitor',
    path: '/pricing',
    reach: async (page) => {
      await refuse(page, '**/api/plans', 'The plans are not to be had')
      await page.reload()
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
  {
    name: 'a refused upgrade, and its way out',
    who: 'new',
    path: '/pricing',
    isFleeting: true,
    reach: async (page) => {
      const sentence = 'Your bank wants a confirmation: open the billing portal'
      await refuse(page, '**/api/stripe/*', sentence, { code: 'confirmation_required' })
      await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
      await page.getByText(sentence).first().hover()
    },
  },
  {
    name: 'My Account with a failed payment',
    who: 'new',
    path: '/account',
    reach: async (page) => {
      await asPlan(page, { subscriptionTier: 'starter', subscriptionStatus: 'past_due', nextTier: 'creator' })
      await page.getByRole('button', { name: 'Manage billing' }).waitFor()
      await page.getByRole('button', { name: 'Upgrade to Pro' }).waitFor()
    },
  },
  {
    name: 'My Account while a payment is confirmed',
    who: 'new',
    path: '/account?checkout=done',
    reach: async (page) => {
      await page.clock.install()
      await page.reload()
      await page.getByText('Your payment is being confirmed.').waitFor()
      const again = page.getByRole('button', { name: 'Check again' })
      for (let seconds = 0; seconds < 60 && !(await again.isVisible()); seconds++) await page.clock.runFor(1_000)
      await again.waitFor()
    },
  },
]
