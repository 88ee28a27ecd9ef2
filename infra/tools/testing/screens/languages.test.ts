import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { sizes, useScreens } from '@utter/testing/customers/screens'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { foreignTexts, speakPseudo } from './support/pseudo-language.ts'
import { overflowOf } from './support/targets.ts'

const { openPage, openScreen, signUpAt } = useScreens()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const languageOf = (page: Page) => page.evaluate<string>('document.documentElement.lang')
const textsOf = async (language: string): Promise<Record<string, string>> =>
  JSON.parse(await readFile(join(repoDir, `web/languages/${language}.json`), 'utf8'))

describe.each(sizes)('the language of a page at $name px', ({ size }) => {
  test('is chosen in the top bar, by keyboard too, and stays', async () => {
    const { page, complaints } = await openScreen('/pricing', size)
    await heading(page, 'Pricing')
    await page.getByRole('button', { name: 'Language' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Language' }).waitFor()
    await page.getByRole('button', { name: 'Deutsch' }).press('Enter')
    const german = await textsOf('de')
    await heading(page, german.Pricing ?? '')
    await page.goto('/login')
    await heading(page, german['Log In'] ?? '')
    expect(await languageOf(page)).toBe('de')
    await page.getByRole('button', { name: german.Language ?? '' }).click()
    await page.getByRole('button', { name: 'English' }).click()
    await heading(page, 'Log In')
    expect(await languageOf(page)).toBe('en')
    expect(complaints).toEqual([])
  })
})

test('a browser has its own language, as far as there is one', async () => {
  const french = await textsOf('fr')
  const { page } = await openScreen('/status', { locale: 'fr-CA' })
  await heading(page, french.Status ?? '')
  const other = await openScreen('/status', { locale: 'ja-JP' })
  await heading(other.page, 'Status')
})

test('a language that does not arrive leaves the page in English', async () => {
  const { page } = await openPage({ locale: 'es-ES', ignore: /Failed to load|es-/ })
  await page.route('**/assets/es-*.js', (route) => route.abort())
  await page.goto('/pricing')
  await heading(page, 'Pricing')
  expect(await languageOf(page)).toBe('en')
})

describe.each(sizes)('in a language of longer words, at $name px', ({ size }) => {
  test.each([
    '/',
    '/jobs',
    '/test',
    '/works',
    '/batches',
    '/voices',
    '/account',
    '/account/usage',
    '/account/requests',
    '/pricing',
    '/settings',
    '/status',
  ])('%s has no text of another one, and is no wider than the window', async (path) => {
    const { page, complaints } = await signUpAt('/terms', { ...size, locale: 'de-DE' })
    await speakPseudo(page)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await foreignTexts(page)).toEqual([])
    expect(await overflowOf(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})
