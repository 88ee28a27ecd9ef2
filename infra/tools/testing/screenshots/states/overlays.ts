import { creator } from '../answers/account.ts'
import { busy } from '../answers/api.ts'
import { heading, type State } from './state.ts'

export const picturedOverlays: State[] = [
  {
    name: 'notifications',
    path: '/terms',
    answers: creator,
    isOneWindow: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Notifications' }).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'languages',
    path: '/terms',
    answers: busy,
    isOneWindow: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Language' }).click()
      await page.getByRole('dialog').getByText('Deutsch').waitFor()
    },
  },
  {
    name: 'palette',
    path: '/terms',
    answers: busy,
    isOneWindow: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Search and commands' }).click()
      await page.locator('[role=combobox]:focus').waitFor()
    },
  },
  {
    name: 'shortcuts',
    path: '/terms',
    answers: busy,
    isOneWindow: true,
    reach: async (page) => {
      await heading('Terms of Service')(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    },
  },
]
