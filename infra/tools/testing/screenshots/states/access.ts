import { codeNeeded } from '../answers/account.ts'
import { visitor } from '../answers/api.ts'
import { type State, text } from './state.ts'

// Log In and Sign up begin at one height, not in the middle.
const centred = 'main > div:has(form) { align-content: center !important; padding: 24px 16px 64px !important }'

// A forgotten password has a way, and every password can be shown.
const password = [
  'button:has-text("Sign in with a passkey")',
  'div:has(> button:text-is("Forgot your password?"))',
  'input + button',
]

export const picturedAccess: State[] = [
  {
    name: 'login',
    path: '/login',
    answers: visitor,
    reach: async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('mirabel@example.com')
      await page.evaluate('document.activeElement.blur()')
    },
    restyled: centred,
    gone: password,
  },
  {
    name: 'login-code',
    path: '/login',
    answers: codeNeeded,
    reach: async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('mirabel@example.com')
      await page.getByLabel('Password', { exact: true }).fill('correct horse')
      await page.getByRole('button', { name: 'Log In', exact: true }).click()
      await page.getByLabel('Code').fill('483 920')
    },
  },
  {
    name: 'signup',
    path: '/signup?ref=MIRA7K2D',
    answers: visitor,
    reach: async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('mirabel@example.com')
      await page.getByRole('textbox', { name: 'Username' }).fill('mi')
      await page.getByLabel('Password', { exact: true }).fill('short')
      await page.getByRole('button', { name: 'Create account' }).click()
      await text('Username must be at least 3 characters')(page)
      await page.evaluate('document.activeElement.blur()')
    },
    restyled: `${centred} main > div > p:last-child { height: 20px; overflow: hidden }`,
    changed: ['main > div > p:last-child', 'nav', 'main label'],
  },
]
