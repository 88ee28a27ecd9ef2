import { useScreens } from '@utter/testing/customers/screens'
import { describe, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'

const { openPage, openScreen } = useScreens()

// Each theme and each width once: axe takes longer for this page than for all others, and no colour depends on the width.
describe.each([
  ['dark', 1280],
  ['light', 375],
] as const)('the page of the API, %s, %i wide', (theme, width) => {
  test('it has the theme of the app, its policy is kept, axe finds nothing, and nothing moves sideways', async () => {
    const { page, complaints } = await openPage({ viewport: { width, height: 800 } })
    await page.addInitScript(`localStorage.setItem('theme', '${theme}')`)
    await page.goto('/docs')
    await page.getByRole('heading', { name: 'Speak a text' }).waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe(theme)
    expect(await page.evaluate('getComputedStyle(document.body).fontFamily')).toContain('Hanken Grotesk')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    expect(await axeFindings(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})

test('by the keyboard alone: past the list of routes, and to a route by its link', async () => {
  const { page } = await openScreen('/docs')
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate('document.activeElement.textContent')
  expect(await focused()).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).hash).toBe('#main')
  const link = page.getByRole('navigation').getByRole('link', { name: 'Speak a text' })
  await link.focus()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: 'Speak a text' })
  // Below the bar, and in the window.
  await expect.poll(async () => (await heading.boundingBox())?.y).toSatisfy((y: number) => y > 56 && y < 400)
})
