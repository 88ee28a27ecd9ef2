import { Customer } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { phone, sizes, useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import { aVoice } from '@utter/web/test/answers/jobs'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { refuse } from './support/answered.ts'
import { expectNoShift, watchShifts } from './support/layout-shifts.ts'

const { openPage, openScreen, signUpAt, url } = useScreens()

const speakingMs = 150_000
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Request' })
const seek = (page: Page) => page.getByRole('slider', { name: 'Seek' })
const isInWindow = async (page: Page, name: string, role: 'button' | 'slider') => {
  const box = await page.getByRole(role, { name }).boundingBox()
  const height = page.viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

describe.each(sizes)('at $name px', ({ name, size }) => {
  test('a run by keyboard alone, from the text to the sound', async () => {
    const { page, complaints } = await signUpAt('/test', size)
    await submit(page).waitFor()
    expect(await isInWindow(page, 'Submit Request', 'button')).toBe(true)
    await page.getByRole('radio', { name: 'Speak it as it is' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText('The reply to this text is spoken.').waitFor()
    await page.getByLabel('User text').focus()
    await page.keyboard.press('Control+Enter')
    await page.getByText('User text is required').waitFor()
    await page.keyboard.type('What are three polite ways to decline a meeting?')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Processing...' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).waitFor()
    const seen = new Set<string | null>()
    await eventually(
      'the sound is there',
      async () => {
        // Read in one go: the bar may be gone between two questions.
        const bars = page.getByRole('progressbar', { name: 'Progress' })
        for (const value of await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('aria-valuenow'))))
          seen.add(value)
        return seek(page).isVisible()
      },
      speakingMs,
    )
    expect(seen.size).toBeGreaterThan(1)
    await page.getByText('Success!').first().waitFor()
    if (name === '1280') {
      // Both at once, without scrolling.
      expect(await isInWindow(page, 'Seek', 'slider')).toBe(true)
      expect(await isInWindow(page, 'Submit Request', 'button')).toBe(true)
    }
    await page.getByRole('button', { name: /^Play$/ }).focus()
    await page.keyboard.press('Space')
    await eventually('it plays', () => page.evaluate('document.querySelector("audio").currentTime > 0.2'))
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(complaints).toEqual([])
  })
})

test('what was typed survives another screen and a reload, and is gone after log-out', async () => {
  const { page } = await signUpAt('/test')
  await page.getByLabel('User text').fill('Half of a sentence')
  await page.getByLabel('Stability').press('PageUp')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  // An account without jobs has another link there on its dashboard.
  await page.getByRole('link', { name: 'API Playground', exact: true }).click()
  expect(await page.getByLabel('User text').inputValue()).toBe('Half of a sentence')
  await page.reload()
  expect(await page.getByLabel('User text').inputValue()).toBe('Half of a sentence')
  expect(await page.getByLabel('Stability').inputValue()).toBe('0.6')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/login')
  await page.goto('/test')
  expect(await page.getByLabel('User text').inputValue()).toBe('')
})

test('?job= shows that job, and fills the form from it', async () => {
  const customer = await Customer.signUp(url)
  const { body } = await customer.speak('Filled from the address.', {
    voiceId: 'slt',
    ttsSettings: { style: 0.75 },
    language: 'en-US',
    textNormalization: 'off',
    seed: 7,
    check: 'words',
  })
  const { jobId } = body as { jobId: string }
  const { page } = await openScreen(`/test?job=${jobId}`, { customer })
  await eventually(
    'the form is filled',
    async () => (await page.getByLabel('User text').inputValue()) === 'Filled from the address.',
  )
  expect(await page.getByLabel('Voice ID').inputValue()).toBe('slt')
  expect(await page.getByLabel('Style').inputValue()).toBe('0.75')
  expect(await page.getByRole('combobox', { name: 'Language' }).inputValue()).toBe('en-US')
  expect(await page.getByRole('switch', { name: 'As it is written' }).getAttribute('aria-checked')).toBe('true')
  expect(await page.getByLabel('Seed').inputValue()).toBe('7')
  expect(await page.getByRole('switch', { name: 'Check the words' }).getAttribute('aria-checked')).toBe('true')
  await seek(page).waitFor({ timeout: speakingMs })
})

test('a voice is heard without being chosen, and chosen by its card; a wrong id ends as a failed job', async () => {
  const { page } = await signUpAt('/test')
  const samples = page.getByRole('button', { name: /^Play a sample of/ })
  await samples.first().waitFor()
  expect(await samples.count()).toBe(4)
  await samples.nth(1).click()
  await page.getByRole('button', { name: /^Pause the sample of/ }).waitFor()
  expect(await page.getByLabel('Voice ID').inputValue()).toBe('default')
  await page.getByRole('group', { name: 'Voice' }).locator('label').nth(2).click()
  expect(await page.getByLabel('Voice ID').inputValue()).not.toBe('default')
  await page.getByLabel('Voice ID').fill('nobody')
  await page.getByLabel('User text').fill('In no voice at all.')
  await submit(page).click()
  await page.getByText('Job failed', { exact: true }).waitFor({ timeout: speakingMs })
  await page.getByRole('main').getByText('Invalid voice ID').waitFor()
})

/** Voices that do not fit on cards. */
const manyVoices = Array.from({ length: 60 }, (_, index) =>
  aVoice(`voice-${index}`, `Voice ${index}`, index === 50 ? { language: 'fr', languages: ['fr'] } : {}),
)

test.each([1280, 412])('at %i px nothing jumps when the code of the list of all voices comes late', async (width) => {
  const customer = await Customer.signUp(url)
  const { page } = await openPage({ customer, viewport: { width, height: 900 } })
  await page.route('**/api/voices', (route) => route.fulfill({ json: manyVoices }))
  await page.route('**/voice-browser-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await watchShifts(page)
  await page.goto('/test')
  await page.getByRole('button', { name: 'All 60 voices' }).click()
  await page.getByRole('searchbox', { name: 'Search voices' }).waitFor()
  await expectNoShift(page)
})

test('a language goes with the request, and one that the voice does not speak is said beside it', async () => {
  const { page } = await signUpAt('/test')
  await page.getByLabel('User text').fill('สวัสดีตอนเช้า วันนี้อากาศเป็นอย่างไร')
  await page.getByLabel('Voice ID').fill('slt')
  await submit(page).click()
  const refusals = page.getByRole('main').getByText('This voice speaks English, not Thai')
  await refusals.first().waitFor()
  await page.getByRole('button', { name: 'More settings' }).click()
  await eventually('the select has the focus', () =>
    page.evaluate<boolean>(`document.activeElement?.tagName === 'SELECT'`),
  )
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'English (UK)' })
  await page.getByRole('main').getByText('"language": "en-GB"').waitFor()
  await submit(page).click()
  await seek(page).waitFor({ timeout: speakingMs })
})

test('many voices: found by a search, chosen by the arrow keys, and shown whole at once', async () => {
  const customer = await Customer.signUp(url)
  const { page, complaints } = await openPage({ customer })
  await page.route('**/api/voices', (route) => route.fulfill({ json: manyVoices }))
  await watchShifts(page)
  await page.goto('/test')
  await page.getByLabel('Voice ID').fill('voice-40')
  await page.getByRole('button', { name: 'All 60 voices' }).click()
  await page.locator('[type=search]:focus').waitFor()
  const group = page.getByRole('group', { name: 'Voice' })
  // The list has scrolled to it.
  await eventually('the chosen voice is in sight', () => isInSight(group.locator('[data-chosen]')))
  await page.keyboard.type('french')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  expect(await page.getByLabel('Voice ID').inputValue()).toBe('voice-50')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await page.getByLabel('Voice ID').inputValue()).toBe('voice-51')
  await page.keyboard.press('Escape')
  await group.getByText('Voice 51').waitFor()
  await expectNoShift(page)
  expect(complaints).toEqual([])
})

/** Whether its list shows it whole, in the window. */
async function isInSight(row: Locator): Promise<boolean> {
  const [box, list] = await Promise.all([row.boundingBox(), row.locator('..').boundingBox()])
  const height = row.page().viewportSize()?.height ?? 0
  if (!box || !list) return false
  return box.y >= Math.max(0, list.y) && box.y + box.height <= Math.min(height, list.y + list.height)
}

test('a text is heard while it is spoken, with its words lit; its player comes in the place', async () => {
  const customer = await Customer.signUp(url)
  await makeEnterprise(customer)
  const { page, complaints } = await openPage({ customer, ...phone })
  await page.goto('/test')
  const line = 'One more of the many ships comes slowly into the harbour, and is made fast at the quay. '
  await page.getByLabel('User text').fill(line.repeat(6))
  await submit(page).click()
  await page.getByRole('button', { name: 'Listen now' }).click({ timeout: speakingMs })
  const heard = page.locator('[data-heard]')
  await heard.waitFor({ timeout: speakingMs })
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await seek(page).waitFor({ timeout: speakingMs })
  // It goes on there, but where a busy machine spoke so slowly that all of it is heard by now.
  await page.getByRole('button', { name: /^(Play|Pause)$/ }).waitFor()
  expect(complaints).toEqual([])
})

test('a running job can be cancelled, and too late is said', async () => {
  const { page } = await signUpAt('/test', { ignore: /409/ })
  // Long enough to be still running when the button is pressed.
  await page.getByLabel('User text').fill('Never heard. '.repeat(30))
  await refuse(page, '**/cancel', 'Too late to cancel', { status: 409, code: 'too_late' })
  await submit(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Too late to cancel').first().waitFor()
})

test('nothing jumps: on a slow line with late voices, and over a whole run', async () => {
  const customer = await Customer.signUp(url)
  const { page } = await openPage({ customer })
  await watchShifts(page)
  await page.route('**/api/voices', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await page.goto('/test')
  await page.getByRole('group', { name: 'Voice' }).getByRole('radio').first().waitFor()
  await page.getByText('Answer it').click()
  await page.getByLabel('User text').fill('Tell me about the sea. And about the mountains.')
  await submit(page).click()
  await seek(page).waitFor({ timeout: speakingMs })
  await page.getByText('Success!').first().waitFor()
  await expectNoShift(page)
})
