import type { UsageView } from '@utter/contracts/http/jobs/usage'
import { usageOf } from '@utter/web/test/answers/account'
import type { Page } from 'playwright-core'
import { refuse } from './answered.ts'
import { openDialog } from './keyboard.ts'
import { aState, type ScreenState } from './screen-state.ts'

const usage = usageOf({
  tier: 'starter',
  periodStart: '2026-11-01T00:00:00.000Z',
  periodEnd: '2026-12-01T00:00:00.000Z',
  apiCallsUsed: 4_400,
  apiCallsLimit: 5_000,
  bonusCallsEarned: 350,
  bonusCallsLeft: 350,
  spendingLimit: 39,
  warning: 80,
  days: [260, 390, 0, 165, 3_585].map((calls, index) => ({ day: `2026-11-0${index + 1}`, calls })),
  voices: ['a-voice-with-a-name-of-its-own-that-is-long-enough-to-break', 'slt', 'rms', 'awb', 'joe', 'default'].map(
    (voiceId, index) => ({ voiceId, calls: 2_000 - index }),
  ),
  keys: [
    { keyId: null, calls: 4_000 },
    { keyId: '0f3a91c7-long-gone', calls: 400 },
  ],
})

/** Reloads the screen with this answer. */
async function withUsage(page: Page, over: Partial<UsageView>): Promise<void> {
  await page.route('**/api/usage', (route) => route.fulfill({ json: { ...usage, ...over } }))
  await page.reload()
  await page
    .getByRole('region', { name: 'Usage', exact: true })
    .getByText(/left$|^Unlimited$/)
    .waitFor()
}
const warned = (page: Page, words: string) => page.getByText(words).waitFor()
const changeLimit = async (page: Page) => {
  await withUsage(page, {})
  await openDialog(page, 'Change spending limit', 'Spending limit')
}

const refused = 'Not now, try again in a moment'

/** States of usage, referrals and settings. */
export const usageStates: ScreenState[] = [
  aState('usage without calls', 'new', '/account', (page) => page.getByText('No calls yet').waitFor()),
  aState('usage with a warning, many voices and a revoked key', 'busy', '/account', async (page) => {
    await withUsage(page, {})
    await warned(page, '82% of this month’s calls are used.')
    await page.getByText('Revoked key').waitFor()
  }),
  aState('usage at 100 % on Free', 'busy', '/account', async (page) => {
    const free = { tier: 'free', apiCallsLimit: 100, bonusCallsLeft: 0, spendingLimit: null } as const
    await withUsage(page, { ...free, apiCallsUsed: 100, warning: 100 })
    await warned(page, 'All 100 calls of this month are used.')
  }),
  aState('usage at the spending limit', 'busy', '/account', async (page) => {
    const overage = { apiCallsUsed: 6_325, bonusCallsLeft: 0, overageCallsUsed: 975, overageCost: '39.00' }
    await withUsage(page, { ...overage, warning: 100 })
    await warned(page, 'Your spending limit of $39 is reached.')
  }),
  aState('usage without a limit', 'busy', '/account', (page) =>
    withUsage(page, { tier: 'enterprise', apiCallsLimit: -1, spendingLimit: null, warning: null }),
  ),
  aState('usage and referrals that could not be read', 'busy', '/account', async (page) => {
    await refuse(page, /\/api\/(usage|referrals)/, refused)
    await page.reload()
    await page.getByText(refused).nth(1).waitFor()
  }),
  aState('dialog of the spending limit', 'busy', '/account', changeLimit),
  aState('dialog of the spending limit with an error', 'busy', '/account', async (page) => {
    await changeLimit(page)
    const dialog = page.getByRole('dialog', { name: 'Spending limit' })
    await dialog.getByLabel('Limit').selectOption('own')
    await dialog.getByLabel('Amount in US dollars').fill('10001')
    await page.keyboard.press('Enter')
    await dialog.getByText('dollars must be between 0 and 10,000').waitFor()
  }),
  aState('settings that could not be read', 'busy', '/settings', async (page) => {
    await refuse(page, '**/api/settings', refused)
    await page.reload()
    await page.getByText(refused).waitFor()
  }),
]
