import { creator } from '../answers/account.ts'
import { type State, text } from './state.ts'

// The plans have features of their own, and the present one shows its period.
const pricing = {
  gone: [
    'section[aria-label]:not([aria-label^=Enterprise]) li:nth-child(n + 4)',
    'div:has(> span:text-matches("^Billing period"))',
  ],
  changed: ['section[aria-label] ul'],
}

export const picturedPricing: State[] = [
  {
    name: 'pricing',
    path: '/pricing',
    answers: creator,
    reach: text('Upgrade to Pro'),
    ...pricing,
  },
  {
    name: 'pricing-amounts',
    path: '/pricing',
    answers: creator,
    isOneWindow: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Upgrade to Pro' }).dispatchEvent('click')
      await text('Charged today')(page)
    },
  },
]
