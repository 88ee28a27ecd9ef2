import { constants, setPriority } from 'node:os'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

export type BrowserOptions = {
  /** Sound plays without a click in a test as it does after one for a person; false: as a browser has it by itself. */
  mayAutoplay?: boolean
}

/** The program of the browser that the tests use, unpacked. */
export const browserPath = (): Promise<string> => chromium.executablePath()

/**
 * A real browser without a window, from its npm package: nothing to be installed by hand. Not with the package's own arguments: a single
 * process without the rules between sites is no browser that a person has.
 */
export async function openBrowser({ mayAutoplay = true }: BrowserOptions = {}): Promise<Browser> {
  // Inherited by the browser: where cores are few, the platform under test comes first, as on a server of its own.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  return playwright.launch({
    executablePath: await browserPath(),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      // Letters alike on every machine.
      '--font-render-hinting=slight',
      `--autoplay-policy=${mayAutoplay ? 'no-user-gesture-required' : 'user-gesture-required'}`,
    ],
  })
}
