import type { Page } from 'playwright-core'
import { asked, manyVoices, refused, talking, visitor } from '../answers/api.ts'
import { heading, type State, text } from './state.ts'

const chatVoices = async (page: Page) => {
  await page.getByRole('button', { name: 'Voice: Heart' }).click()
  await page.getByRole('dialog').getByText('Siwis').waitFor()
}

export const picturedChatbot: State[] = [
  {
    name: 'chatbot',
    path: '/chatbot',
    answers: talking,
    reach: async (page) => {
      const [first = '', second = ''] = asked
      await page.getByRole('textbox', { name: 'Message' }).fill(first)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Play Voice' }).waitFor()
      await page.getByRole('listitem').getByRole('button', { name: 'Close notification' }).click()
      await page.getByRole('textbox', { name: 'Message' }).fill(second)
      await page.keyboard.press('Enter')
      await text('Generating voice...')(page)
    },
    // As high as a finger on phones.
    changed: ['main form', '[aria-label="Utter"]'],
  },
  {
    name: 'chatbot-voices',
    path: '/chatbot',
    answers: manyVoices,
    isOneWindow: true,
    reach: chatVoices,
  },
  {
    name: 'chatbot-refused',
    path: '/chatbot',
    answers: refused,
    reach: async (page) => {
      await chatVoices(page)
      await page.getByRole('dialog').locator('label', { hasText: 'Siwis' }).click()
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('textbox', { name: 'Message' }).fill(asked[0] ?? '')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Choose another voice' }).waitFor()
      await page.getByRole('listitem').getByRole('button', { name: 'Close notification' }).click()
    },
  },
]

export const picturedChatbotOfVisitor: State = {
  name: 'chatbot-visitor',
  path: '/chatbot',
  answers: visitor,
  reach: heading('Voice Chatbot'),
}
