import { recoveryCodes, startedTotp } from '@utter/web/test/answers/second-factor'
import type { Page } from 'playwright-core'
import { creator, guarded, notApplied } from '../../screenshots/answers/account.ts'
import { answerAs, refuse } from './answered.ts'
import { asPlan } from './as-plan.ts'
import { openDialog, pressInDialog } from './keyboard.ts'
import { aState, type ScreenState } from './screen-state.ts'

/** The fixed answers of these paths, whatever their queries, as an account of longer standing has them. */
async function answerWith(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) await answerAs(page, 'GET', `**${path}*`, creator[path])
  await page.reload()
}

const part = (page: Page, id: string) => page.locator(`#${id}`)
const withKeys = async (page: Page) => {
  await answerWith(page, ['/api/keys'])
  await part(page, 'keys').getByText('Podcast build').waitFor()
}

/** As on the creator plan. */
const withOwnVoices = async (page: Page) => {
  await answerAs(page, 'GET', '**/api/voices', creator['/api/voices'])
  await answerAs(page, 'GET', '**/api/voices/mine', creator['/api/voices/mine'])
  await asPlan(page, { subscriptionTier: 'creator' })
}

const withGuards = async (page: Page) => {
  await answerAs(page, 'GET', '**/api/auth/second-factor', guarded['/api/auth/second-factor'])
  await page.reload()
}

const onAccount = (name: string, reach: ScreenState['reach']) => aState(name, 'busy', '/account', reach)

/** States of keys, profile, security, the audit log, deletion, log-in and sign-up. */
export const accessStates: ScreenState[] = [
  onAccount('My Account without keys', (page) => part(page, 'keys').getByText('No API keys yet').waitFor()),
  onAccount('My Account with keys', withKeys),
  onAccount('My Account, parts that could not be read', async (page) => {
    await refuse(page, /\/api\/(keys|auth\/sessions|auth\/audit\?.+)$/, 'Not found', { code: 'not_found' })
    await page.reload()
    for (const id of ['keys', 'security', 'audit'])
      await part(page, id).getByRole('button', { name: 'Try again' }).waitFor()
  }),
  onAccount('New key', (page) => openDialog(page, 'New key', 'New key')),
  onAccount('New key with errors', async (page) => {
    await openDialog(page, 'New key', 'New key')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('jobs:write').uncheck()
    await dialog.getByLabel('jobs:read').uncheck()
    await dialog.getByLabel('Networks (optional)').fill('somewhere')
    await dialog.getByLabel('Rate (optional)').fill('0')
    await dialog.getByLabel('Monthly cap (optional)').fill('many')
    await pressInDialog(page, 'Create key')
    await dialog.getByText('Name is required').waitFor()
  }),
  onAccount('a new key, shown once', async (page) => {
    const [first] = creator['/api/keys'] as object[]
    await answerAs(page, 'POST', '**/api/keys', { ...first, key: `utter_${'9f2cT1'.repeat(7)}` }, 201)
    await openDialog(page, 'New key', 'New key')
    await page.getByRole('dialog').getByLabel('Name').fill('Production')
    await pressInDialog(page, 'Create key')
    await page.getByRole('dialog', { name: 'Your new key' }).waitFor()
  }),
  onAccount('Reroll', async (page) => {
    await withKeys(page)
    await openDialog(page, 'Reroll Production', 'Reroll Production')
  }),
  onAccount('Revoke', async (page) => {
    await withKeys(page)
    await openDialog(page, 'Revoke Production', 'Revoke Production?')
  }),
  onAccount('own voices', async (page) => {
    await withOwnVoices(page)
    await part(page, 'voices').getByText('Ada', { exact: true }).waitFor()
  }),
  onAccount('Blend voices', async (page) => {
    await withOwnVoices(page)
    await openDialog(page, 'Blend voices', 'Blend voices')
    await page.getByRole('dialog').getByRole('button', { name: 'Add voice' }).click()
  }),
  onAccount('Add a voice by its ID, with errors', async (page) => {
    await withOwnVoices(page)
    await openDialog(page, 'Add by ID', 'Add a voice by its ID')
    await pressInDialog(page, 'Add voice')
    await page.getByText('Voice ID is required').waitFor()
  }),
  onAccount('pronunciations', async (page) => {
    await asPlan(page, { subscriptionTier: 'creator' })
    await part(page, 'pronunciations').getByText('Geh em be ha').waitFor()
  }),
  onAccount('pronunciations of a plan before', async (page) => {
    await answerAs(page, 'GET', '**/api/pronunciations?kept=true', notApplied)
    await page.reload()
    await part(page, 'pronunciations').getByText('Not applied on your plan:').waitFor()
  }),
  onAccount('Add a pronunciation, with errors', async (page) => {
    await asPlan(page, { subscriptionTier: 'creator' })
    await openDialog(page, 'Add pronunciation', 'Add a pronunciation')
    await pressInDialog(page, 'Save')
    await page.getByText('The written form is required').waitFor()
  }),
  onAccount('Change email with errors', async (page) => {
    await openDialog(page, 'Change email', 'Change email')
    await pressInDialog(page, 'Update email')
    await page.getByText('Password is required for verification').waitFor()
  }),
  onAccount('Change password, a common one shown', async (page) => {
    await openDialog(page, 'Change password', 'Change password')
    await page.getByRole('dialog').getByLabel('New password').fill('password123')
    await page.getByRole('dialog').getByRole('button', { name: 'Show password' }).last().click()
    await page.getByText('This is a common password and easily guessed').waitFor()
  }),
  onAccount('an app, its recovery codes and passkeys', async (page) => {
    await withGuards(page)
    await part(page, 'security').getByText('My phone').waitFor()
  }),
  onAccount('an app is turned on', async (page) => {
    await answerAs(page, 'POST', '**/api/auth/second-factor/totp', startedTotp)
    await openDialog(page, 'Turn on an authenticator app', 'Turn on an authenticator app')
    await pressInDialog(page, 'Turn on')
    await page.getByText('Code is required').waitFor()
  }),
  onAccount('recovery codes, shown once', async (page) => {
    await withGuards(page)
    await answerAs(page, 'POST', '**/api/auth/second-factor/recovery-codes', { recoveryCodes })
    await openDialog(page, 'Make new codes', 'Make new recovery codes?')
    await pressInDialog(page, 'Make new codes')
    await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor()
  }),
  onAccount('Rename the passkey', async (page) => {
    await withGuards(page)
    await openDialog(page, 'Rename My phone', 'Rename the passkey')
  }),
  onAccount('Change password, with a passkey too', async (page) => {
    await withGuards(page)
    await openDialog(page, 'Change password', 'Change password')
    await page.getByRole('button', { name: 'Use a passkey instead' }).waitFor()
  }),
  onAccount('sessions and the audit log', async (page) => {
    await answerWith(page, ['/api/auth/sessions', '/api/auth/audit'])
    await part(page, 'security').getByText('Safari on iOS').waitFor()
    await part(page, 'audit').getByText('Plan changed to Creator').waitFor()
  }),
  onAccount('End all other sessions', async (page) => {
    await answerWith(page, ['/api/auth/sessions'])
    await openDialog(page, 'End all other sessions', 'End all other sessions?')
  }),
  onAccount('Delete account', (page) => openDialog(page, 'Delete account', /^Delete the account of /)),
  aState('Log In, the second step', 'visitor', '/login', async (page) => {
    // A 404 in place of the 401, which the console would report.
    const refused = { error: 'A code is needed', code: 'second_factor_required', requestId: 'r-1', ticket: 'a ticket' }
    await answerAs(page, 'POST', '**/api/auth/login', refused, 404)
    await page.getByLabel('Email').fill('mirabel@example.com')
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByRole('main').getByRole('button', { name: 'Log In', exact: true }).click()
    await page.getByRole('textbox', { name: 'Code' }).waitFor()
    await page.getByRole('button', { name: 'Log In', exact: true }).click()
    await page.getByText('Code is required').waitFor()
  }),
  aState('Log In, how a forgotten password is replaced', 'visitor', '/login', async (page) => {
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email of your account').waitFor()
  }),
  aState('Log In by the operator’s link, with an error', 'visitor', '/login?reset=not-a-token', async (page) => {
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await page.getByText('Password must be at least 8 characters').waitFor()
  }),
]
