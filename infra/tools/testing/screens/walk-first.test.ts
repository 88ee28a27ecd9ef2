import { randomUUID } from 'node:crypto'
import type { Submitted } from '@utter/contracts/http/jobs/job-views'
import { sizes, useScreens } from '@utter/testing/customers/screens'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

const { openPage } = useScreens()

const spokenMs = 120_000
const card = (page: Page) => page.getByRole('region', { name: 'First steps' })
const tick = (page: Page, step: string) => card(page).getByRole('button', { name: `Done: ${step}`, exact: true })

/** Sends without curl the request of a curl command of the screen. */
function sendAs(curl: string): Promise<Response> {
  const [, address = ''] = /^curl (\S+)/.exec(curl) ?? []
  const headers = [...curl.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name = '', value = '']) => [name, value])
  const [, body = ''] = /-d '(.+)'/.exec(curl) ?? []
  return fetch(address, { method: 'POST', headers: Object.fromEntries(headers), body })
}

/** Follows the screens of a page by their paths, in their order. */
function followScreens(page: Page): string[] {
  const screens: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url())
    if (frame === page.mainFrame() && screens.at(-1) !== pathname) screens.push(pathname)
  })
  return screens
}

describe.each(sizes)('a stranger at $name px', ({ name, size }) => {
  test('signs up, hears a voice, makes a first audio and a first call: four screens, few presses, and the steps tick themselves', async () => {
    const { page, complaints } = await openPage(size)
    const screens = followScreens(page)
    let presses = 0
    const press = async (control: Locator) => {
      presses++
      await control.click()
    }
    /** The sidebar is a sheet where the window is narrow. */
    const toDashboard = async () => {
      if (name === '375') await press(page.getByRole('button', { name: 'Toggle sidebar' }))
      await press(page.getByRole('link', { name: 'Dashboard' }))
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    }

    await page.goto('/')
    await press(page.getByRole('main').getByRole('link', { name: 'Sign up' }))
    const person = `first-${randomUUID().slice(0, 8)}`
    await page.getByLabel('Username').fill(person)
    await page.getByLabel('Email').fill(`${person}@example.com`)
    await page.getByLabel('Password', { exact: true }).fill('a long password')
    await press(page.getByRole('button', { name: 'Create account' }))
    await page.getByText('Account created!', { exact: true }).waitFor()
    await toDashboard()
    await card(page).getByRole('region', { name: 'Hear a voice' }).waitFor()
    expect(await card(page).getByText('Done:').count()).toBe(0)

    await press(card(page).getByRole('button', { name: 'Play' }))
    await tick(page, 'Hear a voice').waitFor()

    // The next step is there by itself, with a text that needs no thought.
    expect(await page.getByLabel('Text to speak').inputValue()).not.toBe('')
    await press(card(page).getByRole('button', { name: 'Speak it' }))
    const panel = page.getByRole('dialog', { name: /^Job / })
    await panel.getByRole('link', { name: 'Download' }).waitFor({ timeout: spokenMs })
    await press(panel.getByRole('button', { name: 'Play' }))
    await panel.getByRole('button', { name: 'Pause' }).waitFor()
    await press(panel.getByRole('button', { name: 'Close' }))
    await tick(page, 'Make your first audio').waitFor()

    await press(card(page).getByRole('link', { name: 'Create a key' }))
    await press(page.getByRole('button', { name: 'New key' }))
    await page.getByLabel('Name', { exact: true }).fill('My program')
    await press(page.getByRole('button', { name: 'Create key' }))
    const shown = page.getByRole('dialog', { name: 'Your new key' })
    const curl = (await shown.getByText(/^curl http/).textContent()) ?? ''
    await press(shown.getByRole('button', { name: 'Done' }))
    await toDashboard()
    await card(page).getByRole('region', { name: 'Call it from a program' }).waitFor()
    expect(await tick(page, 'Call it from a program').count()).toBe(0)
    const answer = await sendAs(curl)
    expect(answer.status).toBe(202)
    expect(((await answer.json()) as Submitted).jobId).toMatch(/^[0-9a-f-]{36}$/)
    // Looked at while it happens elsewhere.
    await tick(page, 'Call it from a program').waitFor()
    await card(page).getByRole('region', { name: 'Be told by webhook' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'Hello from my own program.' }).getByText('Completed').waitFor()

    expect(screens).toEqual(['/', '/signup', '/test', '/', '/account', '/'])
    expect(presses).toBeLessThanOrEqual(name === '375' ? 14 : 12)
    expect(complaints).toEqual([])
  })
})
