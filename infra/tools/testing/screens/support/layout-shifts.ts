import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Notes every shift of the page's layout that no input has caused, from its next load on. */
export const watchShifts = (page: Page) =>
  page.addInitScript(`
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!entry.hadRecentInput) window.shifts.push({ value: entry.value, sources: entry.sources.map(({ node }) => node?.nodeName + '.' + node?.textContent?.slice(0, 30)) })
    }).observe({ type: 'layout-shift', buffered: true })
  `)

/** As much as nobody sees. */
const maxShift = 0.02

export async function expectNoShift(page: Page): Promise<void> {
  const shifts = await page.evaluate<{ value: number }[]>('window.shifts')
  const sum = shifts.reduce((all, { value }) => all + value, 0)
  expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(maxShift)
}
