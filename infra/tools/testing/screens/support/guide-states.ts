import type { Page } from 'playwright-core'
import { aState, type ScreenState } from './screen-state.ts'

const open = (tab: string) => async (page: Page) => {
  const card = page.getByRole('region', { name: 'Speak a text', exact: true })
  await card.getByRole('tab', { name: tab }).click()
  await card.locator('pre').waitFor()
}

/** States of the guide, except its first one. */
export const guideStates: ScreenState[] = [
  aState('User Guide with code', 'busy', '/guide', open('Code examples')),
  aState('User Guide with a response', 'visitor', '/guide', open('Response')),
  aState('User Guide without plans', 'visitor', '/guide', async (page) => {
    await page.route('**/api/plans', (route) => route.fulfill({ status: 404, json: {} }))
    await page.reload()
    await page.getByText('The plans could not be read').waitFor()
  }),
]
