import { readdirSync } from 'node:fs'
import { openBrowser } from '@utter/testing/customers/browser'
import { Customer } from '@utter/testing/customers/customer'
import { openVisit } from '@utter/testing/customers/visit'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

const { url } = inject('platform')
let browser: Browser
let customer: Customer
beforeAll(async () => {
  browser = await openBrowser()
  customer = await Customer.signUp(url)
})
afterAll(() => browser?.close())

const screens = ['/', '/jobs', '/test', '/chatbot', '/guide', '/settings', '/pricing', '/account', '/terms', '/license']
const assets = new URL('../../../../web/dist/assets/', import.meta.url)
/** All scripts but the entry, without which there is no app. */
const chunks = readdirSync(assets).filter((name) => name.endsWith('.js') && !name.startsWith('index-'))

test('there are chunks to lose', () => expect(chunks.length).toBeGreaterThan(12))

/** What a person would do that fetches code: every screen, the menu of a phone, a toast. */
async function useAll(page: Page): Promise<void> {
  for (const path of screens) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Toggle sidebar' }).waitFor()
    await page.getByRole('heading', { level: 1 }).or(page.getByText('This screen could not be shown')).first().waitFor()
  }
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await page.keyboard.press('Escape')
}

describe.each(chunks)('without %s', (chunk) => {
  test('nothing is blank, the page is loaded again once at most, and the next visit works', async () => {
    await using visit = await openVisit(browser, url, { customer, viewport: { width: 375, height: 700 } })
    const page = await visit.newPage()
    const lost = `**/assets/${chunk}`
    await page.route(lost, (route) => route.abort())
    let loads = 0
    page.on('framenavigated', () => {
      loads += 1
    })
    await useAll(page)
    // Each screen is one; the lost chunk adds one at most.
    expect(loads).toBeLessThanOrEqual(screens.length + 1)
    expect(await page.evaluate<number>('document.body.innerText.length')).toBeGreaterThan(20)
    await page.unroute(lost)
    await useAll(page)
    expect(await page.getByText('This screen could not be shown').count()).toBe(0)
  })
})
