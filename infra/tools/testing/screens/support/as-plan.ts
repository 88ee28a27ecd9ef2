import type { UserView } from '@utter/contracts/http/account/user-view'
import type { Page } from 'playwright-core'
import { creator } from '../../screenshots/answers/account.ts'
import { answerAs } from './answered.ts'

/** Shows the page to an account for which `me` returns these values. */
export async function asPlan(page: Page, over: Partial<UserView>): Promise<void> {
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch()
    const { user } = (await response.json()) as { user: UserView }
    await route.fulfill({ response, json: { user: { ...user, ...over } } })
  })
  // The server, which knows the plan that it has, would not apply it.
  if (over.subscriptionTier === 'creator')
    await answerAs(page, 'GET', '**/api/pronunciations?kept=true', creator['/api/pronunciations'])
  await page.reload()
}
