import { creator, unread, waitingAccount, waitingNewAccount } from '../answers/account.ts'
import { type State, text } from './state.ts'

// More of the usage, keys with what is used of them, a password that moved to Security, and parts that the pictures have not.
const account = { comparedTop: 250, changed: ['#usage', '#subscription', '#keys'] }

export const picturedAccount: State[] = [
  { name: 'account', path: '/account', answers: creator, reach: text('Plan changed to'), ...account },
  {
    name: 'account-dialog',
    path: '/account',
    answers: creator,
    isOneWindow: true,
    reach: async (page) => {
      // Without a click, which would scroll to it.
      await page.getByRole('button', { name: 'Change email' }).dispatchEvent('click')
      await page.getByRole('dialog').getByLabel('New email').fill('mirabel@studio')
      await page.getByRole('dialog').getByLabel('Password').fill('correct horse')
      await page.getByRole('button', { name: 'Update email' }).click()
      await text('Invalid email address')(page)
      await page.evaluate('document.activeElement.blur()')
    },
    gone: ['[role=dialog] input + button'],
    changed: ['#usage', '#subscription', '#upgrade'],
  },
]

export const picturedKeys: State[] = [
  {
    name: 'account-keys',
    path: '/account#keys',
    answers: creator,
    isOneWindow: true,
    reach: async (page) => {
      await text('Paused')(page)
      await page.locator('#keys').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'account-edit-key',
    path: '/account#keys',
    answers: creator,
    isOneWindow: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit Usage report' }).dispatchEvent('click')
      await page.getByRole('dialog').getByLabel('Rate (optional)').fill('many')
      await page.getByRole('button', { name: 'Save' }).click()
      await text('rate must be a whole number from 1')(page)
      await page.evaluate('document.activeElement.blur()')
    },
  },
]

/** An address that names a part shows all of them at once. */
const whole = { path: '/account#usage', reach: text('What stays') }

export const picturedAccountWithoutData: State[] = [
  { ...whole, name: 'account-loading', answers: waitingAccount },
  { ...whole, name: 'account-loading-new', answers: waitingNewAccount },
  { name: 'account-unread', path: '/account', answers: unread, reach: text('Try again') },
]
