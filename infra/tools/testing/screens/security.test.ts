import type { SessionRow } from '@utter/contracts/http/account/sessions'
import { Customer } from '@utter/testing/customers/customer'
import { sizes, useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

const { openPage, openScreen, url } = useScreens()
const password = 'a long password'

const logIn = async (email: string, secret = password, client = 'curl/8.9.1') =>
  Customer.from(
    url,
    await new Customer(url, { 'user-agent': client }).post('/api/auth/login', { email, password: secret }),
  )

/** My Account with all that it reads: what is drawn anew meanwhile loses the focus. */
async function openAccount(page: Page, { email }: Customer): Promise<void> {
  await page.goto('/account')
  await page.locator('#profile').getByText(email).waitFor()
  await page.locator('#security').getByText('This device').waitFor()
  await page.locator('#audit').getByText('Account created').waitFor()
}

describe.each(sizes)('Security at $name px', ({ size }) => {
  test('by keyboard alone the password changes, and another browser loses its session', async () => {
    const customer = await Customer.signUp(url)
    const { page: otherPage } = await openScreen('/account', { customer: await logIn(customer.email), ignore: /401/ })
    await otherPage.locator('#profile').getByText(customer.email).waitFor()
    const { page, complaints } = await openPage({ customer, ...size })
    await openAccount(page, customer)
    await page.getByRole('button', { name: 'Change password' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await page.keyboard.type(password)
    await page.keyboard.press('Tab')
    // Past the eye of the first field.
    await page.keyboard.press('Tab')
    await page.keyboard.type('another long password')
    await page.keyboard.press('Enter')
    await page
      .getByRole('region', { name: /^Notifications \(/ })
      .getByText('Password changed')
      .waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('#audit').getByText('Password changed').waitFor()
    await otherPage.reload()
    await otherPage.waitForURL(({ pathname }) => pathname === '/login')
    expect((await customer.get('/api/auth/me')).status).toBe(200)
    expect((await new Customer(url).post('/api/auth/login', { email: customer.email, password })).status).toBe(401)
    await logIn(customer.email, 'another long password')
    expect(complaints).toEqual([])
  })

  test('the sessions are those of the API; one is ended, then all others behind a question', async () => {
    const customer = await Customer.signUp(url)
    const others = [await logIn(customer.email), await logIn(customer.email), await logIn(customer.email)]
    const { page, complaints } = await openScreen('/account', { customer, ...size })
    const part = page.locator('#security')
    const rows = part.getByRole('listitem')
    await part.getByText('This device').waitFor()
    const listed = async () => (await customer.get('/api/auth/sessions')).body as SessionRow[]
    const sessions = await listed()
    expect(sessions.length).toBe(4)
    const shown = await rows.allTextContents()
    expect(shown.length).toBe(4)
    for (const [index, { client, address }] of sessions.entries()) {
      expect(shown[index]).toContain(client ?? 'An unknown program')
      expect(shown[index]).toContain(address)
    }
    const last = part.getByRole('button', { name: /^End the session of / }).last()
    await last.focus()
    await page.keyboard.press('Enter')
    await eventually('three are left', async () => (await rows.count()) === 3 && (await listed()).length === 3)
    const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""')
    await eventually('the focus is at the heading', async () => (await focused()) === 'Sessions')
    await part.getByRole('button', { name: 'End all other sessions' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'End all other sessions?' }).waitFor()
    expect((await listed()).length).toBe(3)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('All other sessions have ended', { exact: true }).waitFor()
    await eventually('one is left', async () => (await rows.count()) === 1)
    expect(await part.getByRole('button', { name: /^End/ }).count()).toBe(0)
    for (const other of others) expect((await other.get('/api/auth/me')).status).toBe(401)
    await page.locator('#audit').getByText('All other sessions ended').waitFor()
    await page
      .locator('#audit')
      .getByText(/^Session ended/)
      .waitFor()
    expect(complaints).toEqual([])
  })

  test('the account is deleted with two tabs open: both forget it, and Log In says so', async () => {
    const customer = await Customer.signUp(url)
    const name = customer.user?.username ?? ''
    const { page, newPage, complaints } = await openPage({ customer, ...size, ignore: /401/ })
    const second = await newPage()
    await second.goto('/test')
    await second.getByLabel('User text').fill('What I wrote here')
    await openAccount(page, customer)
    await page.getByRole('button', { name: 'Delete account' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: `Delete the account of ${name}?` }).waitFor()
    await page.locator('input:focus').waitFor()
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.getByText('Your account is deleted.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    await eventually('the other tab has forgotten it', async () => {
      const stored = await second.evaluate<string>('JSON.stringify({ ...sessionStorage })')
      return !stored.includes('What I wrote here')
    })
    for (const tab of [page, second]) {
      await eventually('its name is gone', async () => !(await tab.content()).includes(name))
      expect(await tab.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
        name,
      )
    }
    expect((await customer.get('/api/auth/me')).status).toBe(401)
    expect((await new Customer(url).post('/api/auth/login', { email: customer.email, password })).status).toBe(401)
    expect(complaints).toEqual([])
  })
})
