import type { InterfaceLanguage } from '@utter/contracts/http/languages'
import type { Browser, Page } from 'playwright-core'
import type { Box } from './compare.ts'
import { appUrl, serveApp, type Theme } from './served-app.ts'
import type { State } from './states/state.ts'

const heights: Record<number, number> = { 1280: 800, 375: 812 }

// In the top bar of every screen.
const search = 'button[aria-label^="Search"]'

interface Look {
  theme: Theme
  width: number
  language: InterfaceLanguage
  /** Without what the state adds to the look. */
  asInLook: boolean
}

/** A picture of a state, as high as its page; in another language than English, of the screen as it opens. */
export async function take(browser: Browser, state: State, { theme, width, language, asInLook }: Look) {
  const window = { width, height: state.heights?.[width] ?? heights[width] ?? 800 }
  const context = await browser.newContext({ baseURL: appUrl, viewport: window })
  try {
    const page = await context.newPage()
    await serveApp(page, state.answers, { theme, language })
    await page.goto(state.path)
    if (language === 'en') await state.reach(page)
    else await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.evaluate('document.fonts.ready')
    await settle(page)
    if (asInLook) await undo(page, state)
    if (!state.isOneWindow) {
      const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
      await page.setViewportSize({ width, height: Math.max(window.height, height) })
      await settle(page)
    }
    const masks = asInLook ? await boxesOf(page, [search, ...(state.changed ?? [])]) : []
    return { picture: await page.screenshot({ animations: 'disabled', caret: 'hide' }), masks }
  } finally {
    await context.close()
  }
}

async function undo(page: Page, { gone = [], restyled }: State): Promise<void> {
  for (const selector of gone)
    await page.locator(selector).evaluateAll((found: { style: { display: string } }[]) => {
      for (const { style } of found) style.display = 'none'
    })
  if (restyled) await page.addStyleTag({ content: restyled })
}

/** Layout, and what waits for a frame of it, is done. */
const settle = (page: Page) =>
  page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 300))))',
  )

async function boxesOf(page: Page, selectors: string[]): Promise<Box[]> {
  const boxes = await Promise.all(
    selectors.map(async (selector) =>
      Promise.all((await page.locator(selector).all()).map((found) => found.boundingBox())),
    ),
  )
  return boxes.flat().filter((box) => box !== null)
}
