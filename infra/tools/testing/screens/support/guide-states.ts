import type { Page } from 'playwright-core'
import type { ScreenState } from './screen-state.ts'

const open = (tab: string) => async (page: Page) => {
  const card = page.getByRole('region', { name: 'Speak a text', exact: true })
  await card.getByRole('tab', { name: tab }).click()
  await card.locator('pre').waitFor()
}

/** States of the guide, except its first one. */
export const guideStates: ScreenState[] = [
  { name: 'User Guide with code', who: 'busy', path: '/guide', reach: open('Code examples') },
  { name: 'User Guide with a response', who: 'visitor', path: '/guide', reach: open('Response') },
  {
    name: 'User Guide without plans',
    who: 'visitor',
    path: '/guide',
    reach: async (page) => {
      await page.route('**/api/plans', (route) => route.fulfill({ status: 404, json: {} }))
      await page.reload()
      await page.getByText('The plans could not be read').waitFor()
    },
  },
]
