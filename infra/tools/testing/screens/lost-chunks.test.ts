import { Customer } from '@utter/testing/customers/customer'
import { phone, useScreens } from '@utter/testing/customers/screens'
import type { Visit } from '@utter/testing/customers/visit'
import { eventually } from '@utter/testing/eventually'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

const { openPage, url, visitOf } = useScreens()

const customer = await Customer.signUp(url)

const screens = ['/', '/jobs', '/test', '/chatbot', '/guide', '/settings', '/pricing', '/account', '/terms', '/license']
const broken = (page: Page) => page.getByText('This screen could not be shown')
const openPhone = () => visitOf({ customer, viewport: phone.viewport })
const nameOf = (address: string) => /\/assets\/([^/]+\.js)$/.exec(new URL(address).pathname)?.[1]

/** How often the page has been loaded from now on. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  return () => loads
}

/** A screen, and the menu over it. */
async function use(page: Page, path: string): Promise<void> {
  // The page may load itself again at once.
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Toggle sidebar' }).waitFor()
  await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1 }).or(broken(page)).first().waitFor()
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await page.keyboard.press('Escape')
}

/** The chunks that each screen fetches besides those without which there is no app. */
async function chunksByScreen(visit: Visit): Promise<Map<string, Set<string>>> {
  const page = await visit.newPage()
  const entry = new Set<string>()
  const wanted = new Map<string, Set<string>>()
  for (const path of screens) {
    const seen = new Set<string>()
    const note = (request: { url(): string }) => {
      const name = nameOf(request.url())
      if (name) seen.add(name)
    }
    page.on('request', note)
    await use(page, path)
    page.off('request', note)
    const atOnce = await page.evaluate<string[]>(
      '[...document.querySelectorAll("script[src], link[rel=modulepreload][data-entry], head > link[rel=modulepreload]")].map((one) => one.src || one.href)',
    )
    const html = await (await fetch(new URL(path, url))).text()
    for (const address of atOnce) if (html.includes(new URL(address).pathname)) entry.add(nameOf(address) ?? '')
    wanted.set(path, seen)
  }
  for (const seen of wanted.values()) for (const name of entry) seen.delete(name)
  return wanted
}

test('without any one of its chunks a screen is not blank, is loaded again once at most, and works on the next visit', async () => {
  await using first = await openPhone()
  const wanted = await chunksByScreen(first)
  const chunks = new Set([...wanted.values()].flatMap((names) => [...names]))
  expect(chunks.size).toBeGreaterThan(12)
  for (const chunk of chunks) {
    const path = screens.find((one) => wanted.get(one)?.has(chunk)) ?? '/'
    await using visit = await openPhone()
    const page = await visit.newPage()
    const loads = countLoads(page)
    await page.route(`**/assets/${chunk}`, (route) => route.abort())
    await use(page, path)
    // It may be loading itself again just now.
    await eventually(`without ${chunk} something is shown`, () =>
      page.evaluate<boolean>('document.body.innerText.length > 20'),
    )
    expect([chunk, loads() <= 2]).toEqual([chunk, true])
    const next = await visit.newPage()
    await use(next, path)
    expect([chunk, await broken(next).count()]).toEqual([chunk, 0])
  }
}, 600_000)

test('without its entry the page says so, and offers to load it again', async () => {
  await using visit = await openPhone()
  const page = await visit.newPage()
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.goto('/')
  await page.getByText('Utter could not be loaded').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
})

test('for a dialog whose code is lost the page is loaded again, once; after that a toast says so, and offers it', async () => {
  const { page } = await openPage({ customer })
  const loads = countLoads(page)
  const newKey = page.getByRole('button', { name: 'New key' })
  await page.route('**/assets/new-key-dialog-*.js', (route) => route.abort())
  await page.goto('/account')
  const isLoadedAgain = page.waitForEvent('load')
  await newKey.click()
  await isLoadedAgain
  for (const _ of ['a click', 'another']) {
    await newKey.click()
    await page.getByText('The dialog could not be loaded', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
  }
  expect(loads()).toBe(2)
  await newKey.click()
  await page.unrouteAll()
  const isLoadedByHand = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await isLoadedByHand
  await newKey.click()
  await page.getByRole('dialog').waitFor()
})

test('a toast whose code is lost takes nothing else with it: no screen, and no click on its way', async () => {
  const { page } = await openPage({ customer: await Customer.signUp(url) })
  const loads = countLoads(page)
  const isLost = page.waitForEvent('requestfailed', (request) => /toaster-.*\.js$/.test(request.url()))
  await page.route('**/assets/toaster-*.js', (route) => route.abort())
  await page.goto('/terms')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('heading', { name: 'Log In' }).waitFor()
  await isLost
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByText('No jobs yet').waitFor()
  expect(loads()).toBe(1)
})
