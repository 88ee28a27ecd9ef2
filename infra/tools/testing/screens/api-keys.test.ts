import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ApiKeyView } from '@utter/contracts/http/account/api-keys'
import { Customer } from '@utter/testing/customers/customer'
import { sizes, useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

const run = promisify(execFile)
const { openPage, signUpAt, url } = useScreens()

const statusOf = async (key: string, path = '/api/jobs') =>
  (await fetch(new URL(path, url), { headers: { authorization: `Bearer ${key}` } })).status
/** Characters of a key that the list shows. */
const shownCharacters = 10
const part = (page: Page) => page.locator('#keys')
const dialog = (page: Page) => page.getByRole('dialog')

/** By the keyboard alone: from the button to the shown key. */
async function makeKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'New key' }).focus()
  await page.keyboard.press('Enter')
  await dialog(page).locator('input:focus').waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  return shownKey(page)
}
async function shownKey(page: Page): Promise<string> {
  await page.getByRole('dialog', { name: 'Your new key' }).waitFor()
  const field = page.getByLabel('API key', { exact: true })
  await eventually('the key has the focus', async () => (await page.locator('textarea:focus').count()) === 1)
  return field.inputValue()
}
const done = async (page: Page) => {
  await page.getByRole('button', { name: 'Done' }).focus()
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'detached' })
}

describe.each(sizes)('API keys at $name px', ({ size }) => {
  test('by keyboard alone: a key is made, its curl runs, it is rerolled with an overlap, and revoked', async () => {
    const { page, complaints, customer } = await signUpAt('/account', { ...size })
    await part(page).getByText('No API keys yet').waitFor()
    const first = await makeKey(page, 'Production')

    const curl = (await dialog(page).locator('pre').textContent()) ?? ''
    expect(curl).toContain(`Bearer ${first}`)
    const { jobId } = JSON.parse((await run('bash', ['-c', curl])).stdout)
    expect((await customer.finished(jobId)).status).toBe('completed')
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('API key', { exact: true }).inputValue()).toBe(first)
    await done(page)
    const row = part(page).getByRole('row').filter({ hasText: 'Production' })
    await row.getByText(`${first.slice(0, shownCharacters)}…`).waitFor()

    await row.getByRole('button', { name: 'Reroll Production' }).focus()
    await page.keyboard.press('Enter')
    await dialog(page).locator('select:focus').waitFor()
    await page.keyboard.type('1 h')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const second = await shownKey(page)
    expect(second).not.toBe(first)
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
    await done(page)
    await row.getByText(`${second.slice(0, shownCharacters)}…`).waitFor()

    await row.getByRole('button', { name: 'Revoke Production' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Revoke Production?' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await part(page).getByText('No API keys yet').waitFor()
    const revokedAt = Date.now()
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401])
    expect(Date.now() - revokedAt).toBeLessThan(1_000)
    // The button that opened the dialog is gone with its row.
    await eventually('the focus is in the page', async () => {
      return (await page.evaluate('document.activeElement?.id')) === 'main'
    })
    await page.locator('#audit').getByText('API key “Production” revoked').waitFor()
    expect(complaints).toEqual([])
  })
})

test('without an overlap the old secret is refused at once', async () => {
  const { page } = await signUpAt('/account')
  const first = await makeKey(page, 'Build')
  await done(page)
  await page.getByRole('button', { name: 'Reroll Build' }).click()
  await page.getByLabel('Overlap').selectOption({ label: 'None: it ends at once' })
  await page.getByRole('button', { name: 'Reroll key' }).click()
  const second = await shownKey(page)
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
})

test('a key is paused, resumed and edited on screen, and the gateway acts by it at once', async () => {
  const { page, complaints } = await signUpAt('/account')
  const key = await makeKey(page, 'Build')
  await done(page)
  const row = part(page).getByRole('row').filter({ hasText: 'Build' })
  await row.getByRole('button', { name: 'Pause Build' }).click()
  await row.getByText('Paused').waitFor()
  expect(await statusOf(key)).toBe(401)
  await row.getByRole('button', { name: 'Resume Build' }).click()
  await row.getByRole('button', { name: 'Pause Build' }).waitFor()
  expect(await statusOf(key)).toBe(200)
  await row.getByRole('button', { name: 'Edit Build' }).click()
  await page.getByLabel('Name').fill('Build server')
  await page.getByLabel('Networks (optional)').fill('192.0.2.0/24')
  await page.getByRole('button', { name: 'Save' }).click()
  await part(page).getByText('1 network', { exact: true }).waitFor()
  expect(await statusOf(key)).toBe(403)
  await page.locator('#audit').getByText('API key “Build → Build server” changed (name, networks)').waitFor()
  expect(complaints).toEqual([])
})

test('a key is shown once: afterwards it is in no page, storage, address, request or report', async () => {
  const customer = await Customer.signUp(url)
  const { page, context } = await openPage({ customer, ignore: /on purpose/ })
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? ''))
  await page.goto('/account')
  const key = await makeKey(page, 'Production')
  const reported = page.waitForRequest('**/api/client-errors')
  await page.evaluate('setTimeout(() => { throw new Error("on purpose") })')
  expect((await reported).postData()).not.toContain(key)
  await done(page)
  const start = key.slice(0, shownCharacters)
  await part(page).getByText(`${start}…`).waitFor()
  const left = await page.evaluate<string>(`JSON.stringify([
    document.documentElement.outerHTML, [...document.querySelectorAll('input, textarea')].map(({ value }) => value),
    { ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state,
    performance.getEntries().map(({ name }) => name),
  ])`)
  expect(left.includes(key)).toBe(false)
  expect(left.includes(start)).toBe(true)
  expect(sent.filter((text) => text.includes(key))).toEqual([])
  expect(JSON.stringify(await context.storageState({ indexedDB: true }))).not.toContain(key)
})

test('scopes, limits and use on screen are those of the API, and each limit holds', async () => {
  const { page, customer } = await signUpAt('/account')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Limited')
  await page.getByLabel('usage:read').check()
  await page.getByLabel('Expires (optional)').fill('2099-03-04')
  await page.getByLabel('Networks (optional)').fill('127.0.0.0/8\n::1')
  await page.getByLabel('Rate (optional)').fill('5')
  await page.getByLabel('Monthly cap (optional)').fill('1')
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await shownKey(page)
  const program = new Customer(url, { authorization: `Bearer ${key}` })
  const first = await program.speak('The only call of this key.')
  expect(first.status).toBe(202)
  expect((await program.speak('One too many.')).status).toBe(402)
  await done(page)
  const read = async () => ((await customer.get('/api/keys')).body as ApiKeyView[])[0]!
  await eventually('its call is counted', async () => (await read()).callsUsed === 1)
  await page.reload()
  const row = part(page).getByRole('row').filter({ hasText: 'Limited' })
  await row.waitFor()
  const shown = await row.getByRole('cell').allTextContents()
  const { start, scopes, callsUsed, monthlyCap, networks, rate } = await read()
  expect(shown.slice(0, 4)).toEqual([
    `Limited${networks.length} networks · ${rate} requests in 60 s`,
    `${start}…`,
    scopes.join(' '),
    `${callsUsed} of ${monthlyCap} calls`,
  ])
  expect(shown[4]).toMatch(/just now|minute/)
  expect(shown[5]).toContain('Mar 4, 2099')
  expect(scopes).toEqual(['jobs:write', 'jobs:read', 'usage:read'])
})
