import { paths } from '@utter/contracts/screens'
import { Customer } from '@utter/testing/customers/customer'
import { useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import { describe, expect, test } from 'vitest'
import { expectNoShift, watchShifts } from './support/layout-shifts.ts'

const { openPage, url } = useScreens()
const maxScriptBytes = 176_500

const customer = await Customer.signUp(url)
await customer.speak('Something to list.')

const forVisitors: string[] = [paths.logIn, paths.signUp, paths.shared]
const screens = [
  ...Object.values(paths).map((path) => ({ path, who: forVisitors.includes(path) ? 'visitor' : 'customer' })),
  { path: paths.dashboard, who: 'visitor' },
]

describe.each(screens)('$path for a $who', ({ path, who }) => {
  const signedIn = () => (who === 'customer' ? { customer } : {})

  test('loads at most 176.5 kB of script as sent, until its screen is drawn', async () => {
    const { page } = await openPage(signedIn())
    const scripts: Promise<{ bytes: number; encoding: string | undefined }>[] = []
    // From its request on: that it has ended may be told after the screen was seen.
    page.on('request', (request) => {
      if (request.resourceType() !== 'script') return
      const read = async () => {
        const response = await request.response()
        await response?.finished()
        const encoding = (await response?.allHeaders())?.['content-encoding']
        return { bytes: (await request.sizes()).responseBodySize, encoding }
      }
      const script = read()
      // A script that is requested after the screen is drawn, while the page is closed, is not counted.
      script.catch(() => {})
      scripts.push(script)
    })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' })
    await eventually('its data is there', async () => (await page.locator('[aria-busy=true]').count()) === 0)
    const all = await Promise.all(scripts)
    const bytes = all.reduce((sum, script) => sum + script.bytes, 0)
    expect(all.filter(({ encoding }) => encoding === 'br').length).toBeGreaterThan(1)
    // Scripts of a few bytes are not compressed.
    expect(all.filter(({ encoding, bytes: size }) => encoding !== 'br' && size > 250)).toEqual([])
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(maxScriptBytes)
  })

  test.each([
    { width: 1280, height: 800 },
    { width: 412, height: 900 },
  ])('stands still at $width px while its code and its data come late', async (viewport) => {
    const { page } = await openPage({ viewport, ...signedIn() })
    await watchShifts(page)
    const late = (ms: number) => async (route: { continue(): Promise<void> }) => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      await route.continue().catch(() => undefined)
    }
    const data = /\/api\/(?!events)/
    await page.route('**/assets/*.js', late(150))
    await page.route(data, late(700))
    const underWay = new Set<unknown>()
    page.on('request', (request) => data.test(request.url()) && underWay.add(request))
    page.on('requestfinished', (request) => underWay.delete(request))
    page.on('requestfailed', (request) => underWay.delete(request))
    await page.goto(path)
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' })
    await eventually('its data is there', async () => {
      const isBusy = (await page.locator('[aria-busy=true]').count()) > 0
      return !isBusy && underWay.size === 0
    })
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    await expectNoShift(page)
  })
})
