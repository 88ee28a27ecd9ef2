import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { maxWaitMs } from '../eventually.ts'
import type { Customer } from './customer.ts'

export type Visit = AsyncDisposable & {
  context: BrowserContext
  /** Errors of the pages: those in the console, which has those of the content policy too, and uncaught ones. */
  complaints: string[]
  newPage(): Promise<Page>
}

export type VisitOptions = BrowserContextOptions & {
  /** Signed in; a visitor without it. */
  customer?: Customer
  /** Complaints that a test provokes by itself. */
  ignore?: RegExp
}

/** A person's visit: a browser profile of its own. */
export async function openVisit(
  browser: Browser,
  url: string,
  { customer, ignore, ...options }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 }, ...options })
  context.setDefaultTimeout(maxWaitMs)
  const [name, value] = customer?.headers.cookie?.split('=') ?? []
  if (name && value) await context.addCookies([{ name, value, url }])
  const complaints: string[] = []
  const complain = (text: string) => {
    if (!ignore?.test(text)) complaints.push(text)
  }
  return {
    context,
    complaints,
    async newPage() {
      const page = await context.newPage()
      page.on('console', (message) => message.type() === 'error' && complain(`${message.text()} (${page.url()})`))
      page.on('pageerror', (error) => complain(error.message))
      return page
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/** The page believes to be hidden, or visible again: pages without a window are always visible. */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(`(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} })
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${isHidden ? 'hidden' : 'visible'}' })
    document.dispatchEvent(new Event('visibilitychange'))
  })()`)
}
