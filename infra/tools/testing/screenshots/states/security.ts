import { creator, guarded } from '../answers/account.ts'
import { type State, text } from './state.ts'

const security = { path: '/account#security', isOneWindow: true }

export const picturedSecurity: State[] = [
  { ...security, name: 'security', answers: guarded, reach: text('My phone') },
  { ...security, name: 'security-none', answers: creator, reach: text('Log in by your fingerprint') },
  {
    ...security,
    name: 'security-app',
    answers: creator,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Turn on an authenticator app' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Code' }).fill('483920')
    },
  },
  {
    ...security,
    name: 'security-codes',
    answers: guarded,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Make new codes' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click()
      await text('I have kept them')(page)
    },
  },
  {
    ...security,
    name: 'security-proof',
    answers: guarded,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Change password' }).click()
      await text('Use a passkey instead')(page)
    },
  },
]
