import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { sizes, useScreens } from '@utter/testing/customers/screens'
import { unzip } from '@utter/testing/unzip'
import { describe, expect, test } from 'vitest'

const { openScreen, url } = useScreens()
const password = 'a long password'

describe.each(sizes)('Change email at $name px', ({ size }) => {
  test('by keyboard alone the email changes, another browser loses its session, and the log says so', async () => {
    const customer = await Customer.signUp(url)
    const login = { email: customer.email, password }
    const elsewhere = Customer.from(url, await new Customer(url).post('/api/auth/login', login))
    const { page: otherPage } = await openScreen('/account', { customer: elsewhere, ignore: /401/ })
    await otherPage.locator('#profile').getByText(customer.email).waitFor()
    const { page, complaints } = await openScreen('/account', { customer, ...size })
    await page.getByRole('button', { name: 'Change email' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('This ends your other sessions.').waitFor()
    await page.locator('input[type=email]:focus').waitFor()
    const email = `new-${randomUUID().slice(0, 8)}@example.com`
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.getByText('Email Updated', { exact: true }).waitFor()
    await page.locator('#profile').getByText(email).waitFor()
    expect(((await customer.get('/api/auth/me')).body as { user: { email: string } }).user.email).toBe(email)
    await page.locator('#audit').getByText(`Email changed to ${email}`).waitFor()
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Change email')
    await otherPage.reload()
    await otherPage.waitForURL(({ pathname }) => pathname === '/login')
    expect((await elsewhere.get('/api/auth/me')).status).toBe(401)
    expect(complaints).toEqual([])
  })

  test('what is refused stands at its field, and nobody is signed out', async () => {
    const [customer, neighbour] = await Promise.all([Customer.signUp(url), Customer.signUp(url)])
    const { page } = await openScreen('/account', { customer, ...size, ignore: /401|409/ })
    await page.getByRole('button', { name: 'Change email' }).click()
    const dialog = page.getByRole('dialog')
    const [email, secret] = [dialog.getByLabel('New email'), dialog.getByLabel('Password')]
    const submit = dialog.getByRole('button', { name: 'Update email' })
    await submit.click()
    await dialog.getByText('Invalid email address').waitFor()
    await dialog.getByText('Password is required for verification').waitFor()
    await email.fill(neighbour.email)
    await secret.fill(password)
    await submit.click()
    await dialog.getByText('Email already registered').waitFor()
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    await email.fill('free@example.org')
    await secret.fill('a wrong password')
    await submit.click()
    await dialog.getByText('Invalid password').waitFor()
    expect(await secret.getAttribute('aria-invalid')).toBe('true')
    await page.getByText('Error', { exact: true }).waitFor()
    // Closing the toast leaves the dialog as it is.
    await page.locator('[aria-label="Close notification"]').click()
    await page.getByText('Error', { exact: true }).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.locator('#profile').getByText(customer.email).waitFor()
    expect((await customer.get('/api/auth/me')).status).toBe(200)
  })
})

test('the export is a zip of the account, its jobs and their sounds', async () => {
  const customer = await Customer.signUp(url)
  const { id, audioUrl } = await customer.finished(jobIdOf(await customer.speak('To be taken along.')))
  const { page, complaints } = await openScreen('/account', { customer })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export data' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^utter-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzip(await readFile(await download.path()))
  const { user } = JSON.parse(String(files.get('account.json')))
  expect(user.email).toBe(customer.email)
  const [job] = String(files.get('jobs/00001.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(job).toMatchObject({ id, userText: 'To be taken along.', file: `sounds/${id}.mp3` })
  const sound = await fetch(new URL(audioUrl ?? '', url))
  expect(files.get(`sounds/${id}.mp3`)).toEqual(Buffer.from(await sound.arrayBuffer()))
  expect(complaints).toEqual([])
})
