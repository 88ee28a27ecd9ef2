import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

/** A real browser without a window, from its npm package: nothing to be installed by hand. */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    // Sound plays without a click in a test as it does after one for a person.
    args: [...chromium.args, '--autoplay-policy=no-user-gesture-required', '--disable-background-networking'],
  })
}
