import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { UserAnswer } from '@utter/contracts/http/account/user-view'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { phone, useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import { testOperator } from '@utter/testing/setup/operator'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const { openScreen, url, visitOf } = useScreens()
const run = promisify(execFile)
let folder: string
/** A reader on My Account, with a key that was made there and a finished job. */
type Reader = { page: Page; env: NodeJS.ProcessEnv }
/** A reader for each language: each has a rate of its own. */
const readers: Record<string, Reader> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'utter-guide-'))
  // The package that the Python examples import, as a reader would install it.
  await run('python3', [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--target',
    folder,
    'requests',
  ])
  for (const language of Object.keys(tools)) readers[language] = await createReader()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function createReader(): Promise<Reader> {
  const customer = await Customer.signUp(url)
  // Works are for this plan, and batches for paid ones.
  await (await testOperator()).setPlan(customer.email, 'creator')
  await eventually('it has the plan', async () => {
    const { body } = await customer.get('/api/auth/me')
    return UserAnswer.parse(body).user.subscriptionTier === 'creator'
  })
  const jobId = jobIdOf(await customer.speak('A job to be read.'))
  await customer.finished(jobId)
  const visit = await visitOf({ customer })
  const page = await visit.newPage()
  // By the guide's own link.
  await page.goto('/guide')
  await page.getByRole('main').getByRole('link', { name: 'My Account' }).first().click()
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('guide')
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByLabel('API key', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  return { page, env: { ...process.env, UTTER_KEY: key, JOB_ID: jobId, PYTHONPATH: folder } }
}

const tools: Record<string, (file: string, env: NodeJS.ProcessEnv) => Promise<{ stdout: string }>> = {
  curl: (file, env) => run('bash', [file], { env }),
  JavaScript: (file, env) => run(process.execPath, [file], { env }),
  Python: (file, env) => run('python3', [file], { env }),
}
const ending: Record<string, string> = { curl: 'sh', JavaScript: 'mjs', Python: 'py' }

const cardOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

/** Runs the example on the screen as a program. @returns its output */
async function runFromScreen(page: Page, title: string, language: string): Promise<string> {
  const card = cardOf(page, title)
  await card.getByRole('tab', { name: 'Code examples' }).click()
  await card.getByRole('tab', { name: language }).click()
  await card.getByRole('tabpanel').getByRole('tab', { name: language, selected: true }).waitFor()
  const file = join(folder, `example.${ending[language]}`)
  await writeFile(file, (await card.locator('pre').textContent()) ?? '')
  return (await tools[language]?.(file, readers[language]?.env ?? {}))?.stdout ?? ''
}

describe.each(['curl', 'JavaScript', 'Python'])('the examples in %s, taken from the screen', (language) => {
  test.each([
    ['Answer a text and speak the answer', /jobId/],
    ['Speak a text', /jobId/],
    ['Chat without a voice', /response/],
    ['Read a job', /completed/],
    ['Follow a job', /"status":\s*"completed"/],
    ['Retry a job', /jobId/],
    ['Submit a batch', /batchId/],
    ['Speak a book', /workId/],
  ])('%s', async (title, expected) => {
    const { page, complaints } = await openScreen('/guide')
    let output = ''
    // A busy platform refuses for a moment, and says so.
    await eventually('it is not too busy', async () => {
      output = await runFromScreen(page, title, language)
      return !output.includes('try again in a moment')
    })
    expect(output).toMatch(expected)
    expect(complaints).toEqual([])
  })
})

test('the key that was made on the screen and is revoked there is refused within a second', async () => {
  const { page, env } = readers.curl!
  const status = async () =>
    (await fetch(`${url}/api/jobs`, { headers: { authorization: `Bearer ${env.UTTER_KEY}` } })).status
  expect(await status()).toBe(200)
  await page.getByRole('button', { name: 'Revoke guide' }).click()
  const revoked = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Revoke/ })
    .click()
  expect((await revoked).ok()).toBe(true)
  const sinceMs = Date.now()
  expect(await status()).toBe(401)
  expect(Date.now() - sinceMs).toBeLessThan(1_000)
})

test('the first example is the one that the clipboard gets', async () => {
  const { page } = await openScreen('/guide', { permissions: ['clipboard-read', 'clipboard-write'] })
  const quickStart = page.getByRole('region', { name: 'Quick start' })
  await quickStart.getByRole('button', { name: 'Copy curl' }).click()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied).toBe(await quickStart.locator('pre').textContent())
  expect(copied).toContain(`curl ${url}/api/reply`)
})

test('the body of an error has the members that the guide names', async () => {
  const customer = await Customer.signUp(url)
  const { body } = await customer.speak('A voice', { ttsSettings: { stability: 2 } })
  const { page } = await openScreen('/guide#errors')
  const shown = JSON.parse((await page.getByRole('region', { name: 'Errors' }).locator('pre').textContent()) ?? '')
  expect({ ...shown, requestId: '' }).toEqual({ ...(body as object), requestId: '' })
})

test.each([{}, phone])('an address with an anchor leads to its part, %j', async (options) => {
  const { page } = await openScreen('/guide#troubleshooting', options)
  const heading = page.getByRole('heading', { name: 'Troubleshooting' })
  await eventually('it is in sight, below the bar', async () => {
    const box = await heading.boundingBox()
    return box !== null && box.y >= 56 && box.y < (page.viewportSize()?.height ?? 0)
  })
})

test('the list beside the guide follows what is read', async () => {
  const { page } = await openScreen('/guide')
  const current = page.getByRole('navigation', { name: 'On this page' }).locator('[aria-current]')
  expect(await current.textContent()).toBe('Quick start')
  await page.getByRole('link', { name: 'Errors' }).first().click()
  await eventually('Errors is current', async () => (await current.textContent()) === 'Errors')
  await page.keyboard.press('End')
  await eventually('the last one is', async () => (await current.textContent()) === 'Troubleshooting')
})

test('by keyboard: an example is chosen with the arrows and copied with Enter', async () => {
  const { page } = await openScreen('/guide', { permissions: ['clipboard-read', 'clipboard-write'] })
  const card = cardOf(page, 'Speak a text')
  await card.getByRole('tab', { name: 'Endpoint' }).focus()
  await page.keyboard.press('ArrowRight')
  await card.getByRole('tab', { name: 'curl' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await card.getByRole('tab', { name: 'JavaScript', selected: true }).waitFor()
  await card.getByRole('button', { name: 'Copy JavaScript code' }).focus()
  await page.keyboard.press('Enter')
  await card.getByRole('button', { name: 'Copied!' }).waitFor()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('fetch(')
})

test.each(['/terms', '/license'])('%s prints as black text alone', async (path) => {
  const { page } = await openScreen(path)
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('complementary').isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Toggle sidebar' }).isVisible()).toBe(false)
  const colors = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main h1, main h2, main p')].map((one) => getComputedStyle(one).color)`,
  )
  expect(new Set(colors)).toEqual(new Set(['rgb(0, 0, 0)']))
})
