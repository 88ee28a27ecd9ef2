import { Customer } from '@utter/testing/customers/customer'
import { phone, useScreens } from '@utter/testing/customers/screens'
import type { Visit } from '@utter/testing/customers/visit'
import { eventually } from '@utter/testing/eventually'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

const screens = ['/', '/jobs', '/test', '/chatbot', '/guide', '/settings', '/pricing', '/account', '/terms', '/license']
const broken = (page: Page) => page.getByText('This screen could not be shown')
const nameOf = (address: string) => /\/assets\/([^/]+\.js)$/.exec(new URL(address).pathname)?.[1]

/** How often the page has been loaded from now on. */
export function countLoads(page: Page): () => number {
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
async function chunksByScreen(visit: Visit, url: string): Promise<Map<string, Set<string>>> {
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

/** @param choose which chunks are lost, of those that each screen fetches */
export function testLostChunks(choose: (wanted: Map<string, Set<string>>) => string[]): void {
  const { url, visitOf } = useScreens()

  test('without any one of its chunks a screen is not blank, is loaded again once at most, and works on the next visit', async () => {
    const customer = await Customer.signUp(url)
    const openPhone = () => visitOf({ customer, viewport: phone.viewport })
    await using first = await openPhone()
    const wanted = await chunksByScreen(first, url)
    const chunks = choose(wanted)
    expect(chunks.length).toBeGreaterThan(6)
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
}
