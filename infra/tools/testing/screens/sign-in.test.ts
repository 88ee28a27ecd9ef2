import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { challengeOf, counterOf } from '@utter/testing/challenge'
import { Customer } from '@utter/testing/customers/customer'
import { sizes, useScreens } from '@utter/testing/customers/screens'
import { testOperator } from '@utter/testing/setup/operator'
import { describe, expect, test } from 'vitest'

const { dataDir, openPage, openScreen, url } = useScreens()
const password = 'a long password'

/** The operator's link, at the address of the platform under test. */
async function linkFor(customer: Customer): Promise<{ path: string; token: string }> {
  const { pathname, search, searchParams } = new URL(await (await testOperator()).resetPassword(customer.email))
  return { path: pathname + search, token: searchParams.get('reset') ?? '' }
}

describe.each(sizes)('at $name px', ({ size }) => {
  test('by keyboard alone the operator’s link replaces a forgotten password, once', async () => {
    const customer = await Customer.signUp(url)
    const { path, token } = await linkFor(customer)
    expect(token.length).toBeGreaterThan(30)
    const { page, complaints } = await openPage({ ...size, ignore: /on purpose|400/ })
    const sent: string[] = []
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) sent.push(request.url(), JSON.stringify(request.headers()))
      if (!request.url().endsWith('/reset-password')) sent.push(request.postData() ?? '')
    })
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: 'New password' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    const reported = page.waitForRequest('**/api/client-errors')
    await page.evaluate('setTimeout(() => { throw new Error("on purpose") })')
    expect(JSON.parse((await reported).postData() ?? '')).toMatchObject({ path: '/login' })
    const kept = await page.evaluate<string>(
      'JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }, document.cookie, document.referrer, document.documentElement.outerHTML])',
    )
    expect(kept).not.toContain(token)

    await page.getByLabel('New password').focus()
    await page.keyboard.type('a brand new password')
    await page.keyboard.press('Enter')
    await page
      .getByRole('region', { name: /^Notifications \(/ })
      .getByText('Password changed')
      .waitFor()
    await page.getByRole('heading', { level: 1, name: 'Log In' }).waitFor()
    expect((await customer.get('/api/auth/me')).status).toBe(401)
    await page.getByLabel('Email').focus()
    await page.keyboard.type(customer.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('a brand new password')
    await page.keyboard.press('Enter')
    await page.getByText('Welcome back!', { exact: true }).waitFor()
    await page.getByText(`Signed in as ${customer.user?.username}`, { exact: true }).waitFor()

    // A second time, and with a session that has nothing to do with it.
    await page.goto(path)
    await page.getByLabel('New password').fill('yet another password')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await page.getByRole('main').getByRole('alert').getByText('This link is no longer valid').waitFor()
    expect(await page.getByLabel('New password').inputValue()).toBe('yet another password')
    await page.getByRole('button', { name: 'Back to Log In' }).click()
    await page.waitForURL(({ pathname }) => pathname === '/')
    expect(sent.filter((text) => text.includes(token))).toEqual([])
    expect(complaints).toEqual([])
    const logs = join(dataDir, 'logs')
    const files = await readdir(logs, { recursive: true, withFileTypes: true })
    for (const file of files.filter((one) => one.isFile()))
      expect((await readFile(join(file.parentPath, file.name), 'utf8')).includes(token), file.name).toBe(false)
  })

  test('sign-up by keyboard alone: the invitation that does not exist is refused at its field, then the account is there', async () => {
    const { page, complaints } = await openScreen('/signup?ref=NOBODY00', { ...size, ignore: /400/ })
    await page.getByLabel('Username').focus()
    const name = `user-${randomUUID().slice(0, 8)}`
    for (const text of [name, `${name}@example.com`, password]) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Hide password' }).waitFor()
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByText('Invalid referral code').waitFor()
    expect(await page.locator('input:focus').getAttribute('name')).toBe('referralCode')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await page.getByText('Account created!', { exact: true }).waitFor()
    await page.waitForURL(({ pathname }) => pathname === '/')
    expect(complaints).toEqual([])
  })

  test('a proof of work is made under the policy of the page, and goes with the sign-up', async () => {
    const { page, complaints } = await openScreen('/signup', { ...size, ignore: /403/ })
    const [proofs, challenge] = [[] as unknown[], await challengeOf(40, 5_000)]
    await page.route('**/api/auth/signup', (route) => {
      const { proof } = route.request().postDataJSON()
      proofs.push(proof)
      const refusal = { error: 'A proof of work is needed', code: 'proof_required', requestId: 'r', challenge }
      return proof ? route.continue() : route.fulfill({ status: 403, json: refusal })
    })
    const name = `user-${randomUUID().slice(0, 8)}`
    await page.getByLabel('Username').fill(name)
    await page.getByLabel('Email').fill(`${name}@example.com`)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Account created!', { exact: true }).waitFor()
    expect([proofs.length, proofs[0], counterOf(proofs[1])]).toEqual([2, undefined, 40])
    expect(complaints).toEqual([])
  })

  test('‘Forgot your password?’ has a link mailed, and moves nothing above it', async () => {
    const { page } = await openScreen('/login', size)
    const question = page.getByRole('button', { name: 'Forgot your password?' })
    // In the document: the field below may be scrolled to.
    const topOf = async () => ((await question.boundingBox())?.y ?? 0) + (await page.evaluate<number>('scrollY'))
    const top = await topOf()
    await question.press('Enter')
    await page.getByLabel('Email of your account').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByText(/a mail with a link is on its way/).waitFor()
    expect(await topOf()).toBe(top)
  })
})

test('a page that was asked for with a token sends no referrer', async () => {
  const { headers } = await fetch(new URL('/login?reset=anything', url))
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})
