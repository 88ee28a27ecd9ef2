import { authenticatorCode } from '@utter/testing/authenticator-code'
import { Customer } from '@utter/testing/customers/customer'
import { sizes, useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

const { openPage, url } = useScreens()
const password = 'a long password'
const stepMs = 30_000

/** A device of the page's own that keeps passkeys, and confirms that it is its owner at each use. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const toast = (page: Page, text: string) => page.getByRole('region', { name: /^Notifications \(/ }).getByText(text)

async function logIn(page: Page, { email }: Customer): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}
const logOut = async (page: Page) => {
  await page.request.post('/api/auth/logout')
  await page.context().clearCookies()
}

describe.each(sizes)('at $name px', ({ size }) => {
  test('an app is turned on by its first code; then a login needs a code of it, or a recovery code', async () => {
    const customer = await Customer.signUp(url)
    const { page, complaints } = await openPage({ customer, ...size, ignore: /400|401/ })
    await page.goto('/account#security')
    await page.getByRole('button', { name: 'Turn on an authenticator app' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('img', { name: 'QR code of the secret' }).waitFor()
    const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await dialog.getByRole('textbox', { name: 'Code' }).fill('12345')
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await dialog.getByText('This code is not valid').waitFor()
    await dialog.getByRole('textbox', { name: 'Code' }).fill(authenticatorCode(secret))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await dialog.getByRole('button', { name: 'I have kept them' }).waitFor()
    const codes = await dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    expect((await saved).suggestedFilename()).toBe('utter-recovery-codes.txt')
    await dialog.getByRole('button', { name: 'I have kept them' }).click()
    await page.locator('#security').getByText('10 left').waitFor()

    await logOut(page)
    await logIn(page, customer)
    const code = page.getByRole('textbox', { name: 'Code' })
    await code.fill('000000')
    await code.press('Enter')
    await page.getByRole('main').getByRole('alert').getByText('This code is not valid').waitFor()
    // Each code is good once: the one that comes next is taken already.
    await code.fill(authenticatorCode(secret, Date.now() + stepMs))
    await code.press('Enter')
    await toast(page, 'Welcome back!').waitFor()

    await logOut(page)
    await logIn(page, customer)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Log In', exact: true }).click()
    await toast(page, 'Welcome back!').waitFor()
    await page.goto('/account#security')
    await page.locator('#security').getByText('9 left').waitFor()
    await page.locator('#security').getByText('by password and recovery code').waitFor()
    expect(complaints).toEqual([])
  })

  test('a passkey is added, logs in without an email, changes the password, and is removed', async () => {
    const customer = await Customer.signUp(url)
    const { page, complaints } = await openPage({ customer, ...size, ignore: /401/ })
    await addAuthenticator(page)
    await page.goto('/account#security')
    const part = page.locator('#security')
    await part.getByRole('button', { name: 'Add a passkey' }).click()
    await toast(page, 'Passkey added').waitFor()
    await part.getByRole('button', { name: /^Rename / }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('My laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await part.getByText('My laptop').waitFor()

    await logOut(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await toast(page, `Signed in as ${customer.user?.username}`).waitFor()

    await page.goto('/account#security')
    await part.getByText('by passkey').waitFor()
    await part.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('dialog').getByLabel('New password').fill('another long password')
    await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey instead' }).click()
    await toast(page, 'Password changed').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await part.getByRole('button', { name: 'Remove My laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
    await toast(page, 'Passkey removed').waitFor()
    await part.getByText(/^Log in by your fingerprint/).waitFor()
    await logOut(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await eventually('no account has it', async () => (await toast(page, 'Login failed').count()) > 0)
    expect(complaints).toEqual([])
  })
})
