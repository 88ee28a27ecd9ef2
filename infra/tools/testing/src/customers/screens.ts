import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { ownPlatform } from '../setup/provided.ts'
import { openBrowser } from './browser.ts'
import { Customer } from './customer.ts'
import { openVisit, type Visit, type VisitOptions } from './visit.ts'

const desktop = { viewport: { width: 1280, height: 800 } }
/** A window of 375 px, touched by a finger. */
export const phone = { viewport: { width: 375, height: 700 }, hasTouch: true }

/** Both sizes that each screen is made for: `describe.each(sizes)('… at $name px', ({ size }) => …)`. */
export const sizes = [
  { name: '1280', size: desktop },
  { name: '375', size: phone },
]

type Opened = Visit & { page: Page }

/** The screens of this worker's platform, in a browser that the calling file has to itself. Visits end with their test. */
export function useScreens() {
  const platform = ownPlatform()
  const { url } = platform
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  const visitOf = (options?: VisitOptions) => openVisit(browser, url, options)

  async function openPage(options?: VisitOptions): Promise<Opened> {
    const visit = await visitOf(options)
    onTestFinished(() => visit[Symbol.asyncDispose]())
    return { ...visit, page: await visit.newPage() }
  }

  async function openScreen(path: string, options?: VisitOptions): Promise<Opened> {
    const opened = await openPage(options)
    await opened.page.goto(path)
    return opened
  }

  /** A screen as a new customer sees it. */
  async function signUpAt(path: string, options?: VisitOptions): Promise<Opened & { customer: Customer }> {
    const customer = await Customer.signUp(url)
    return { ...(await openScreen(path, { ...options, customer })), customer }
  }

  return { ...platform, browser: () => browser, visitOf, openPage, openScreen, signUpAt }
}
