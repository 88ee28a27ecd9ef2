import { openBrowser } from '@utter/testing/customers/browser'
import { openVisit } from '@utter/testing/customers/visit'
import { ownPlatform } from '@utter/testing/setup/provided'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'

const { url } = ownPlatform()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each([
  ['dark', 1280],
  ['light', 1280],
  ['dark', 375],
  ['light', 375],
] as const)('the page of the API, %s, %i wide', (theme, width) => {
  test('it has the theme of the app, its policy is kept, axe finds nothing, and nothing moves sideways', async () => {
    await using visit = await openVisit(browser, url, { viewport: { width, height: 800 } })
    await visit.context.addInitScript(`localStorage.setItem('theme', '${theme}')`)
    const page = await visit.newPage()
    await page.goto('/docs')
    await page.getByRole('heading', { name: 'Speak a text' }).waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe(theme)
    expect(await page.evaluate('getComputedStyle(document.body).fontFamily')).toContain('Hanken Grotesk')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    expect(await axeFindings(page)).toEqual([])
    expect(visit.complaints).toEqual([])
  })
})

test('by the keyboard alone: past the list of routes, and to a route by its link', async () => {
  await using visit = await openVisit(browser, url)
  const page = await visit.newPage()
  await page.goto('/docs')
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate('document.activeElement.textContent')
  expect(await focused()).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  expect(new URL(page.url()).hash).toBe('#main')
  const link = page.getByRole('navigation').getByRole('link', { name: 'Speak a text' })
  await link.focus()
  await page.keyboard.press('Enter')
  const place = await page.getByRole('heading', { name: 'Speak a text' }).boundingBox()
  // Below the bar, and in the window.
  expect(place?.y).toBeGreaterThan(56)
  expect(place?.y).toBeLessThan(400)
})
