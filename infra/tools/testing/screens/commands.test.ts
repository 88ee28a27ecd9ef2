import { randomUUID } from 'node:crypto'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { phone, useScreens } from '@utter/testing/customers/screens'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { standingBox } from './support/standing-box.ts'

const { openPage, openScreen, url } = useScreens()

const field = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' })
const isFocused = (page: Page, selector: string) => page.locator(`${selector}:focus`).waitFor()
/** Open once it has the focus: from then on its keys are its own. */
const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await isFocused(page, '[role=combobox]')
}

test('its code is fetched when it is first opened, not with the page', async () => {
  const { page, complaints } = await openPage()
  const fetched: string[] = []
  page.on('request', (request) => {
    const name = /assets\/(palette|shortcuts-dialog)-/.exec(request.url())?.[1]
    if (name) fetched.push(name)
  })
  await page.goto('/terms')
  await page.getByRole('heading', { name: 'Terms of Service' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(fetched).toEqual([])
  await openPalette(page)
  expect(fetched).toEqual(['palette'])
  await page.keyboard.press('Escape')
  await field(page).waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(fetched).toEqual(['palette', 'shortcuts-dialog'])
  expect(complaints).toEqual([])
})

test('by keyboard alone: to a job, to a screen, to another theme and out', async () => {
  const customer = await Customer.signUp(url)
  const text = `To be found, ${randomUUID()}`
  const id = jobIdOf(await customer.speak(text))
  await customer.finished(id)
  const { page, complaints } = await openScreen('/jobs', { customer })
  await page.getByText(text).waitFor()
  await openPalette(page)
  await page.keyboard.type(id.slice(0, 8))
  await page.getByRole('option').filter({ hasText: text }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/jobs?job=${id}`)
  const panel = page.getByRole('dialog', { name: `Job ${id.slice(0, 13)}` })
  await panel.waitFor()
  // A palette that still fades out has the focus, and would pass for the next one.
  await field(page).waitFor({ state: 'detached' })
  // Above the panel, which keeps its focus when it closes.
  await openPalette(page)
  await page.keyboard.press('Escape')
  await field(page).waitFor({ state: 'detached' })
  await isFocused(page, '[role=dialog]')
  await openPalette(page)
  await page.keyboard.type('dash')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await isFocused(page, '#main')
  await openPalette(page)
  await page.keyboard.type('light')
  await page.keyboard.press('Enter')
  await page.locator('html[data-theme=light]').waitFor()
  // While a dialog is open, single keys do nothing.
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.getByRole('heading', { level: 1, name: 'API Playground' }).waitFor()
  // A read that the log-out overtakes is a 401.
  await page.getByRole('group', { name: 'Voice' }).getByRole('radio').first().waitFor()
  await openPalette(page)
  await page.keyboard.type('log out')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login')
  expect(complaints).toEqual([])
})

test('on a phone it is opened by a button of 44 px, is as wide as the window, and closes by its own', async () => {
  const { page, complaints } = await openScreen('/terms', phone)
  const button = page.getByRole('button', { name: 'Search and commands' })
  expect(await standingBox(button)).toMatchObject({ width: 44, height: 44 })
  await button.tap()
  const dialog = page.getByRole('dialog', { name: 'Search and commands' })
  await dialog.waitFor()
  expect(await standingBox(dialog)).toMatchObject({ x: 0, y: 0, width: 375 })
  await page.getByRole('option', { name: 'License' }).tap()
  await page.getByRole('heading', { level: 1, name: 'License' }).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await button.tap()
  await dialog.getByRole('button', { name: 'Close' }).tap()
  await dialog.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})
