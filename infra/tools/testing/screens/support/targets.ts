import { eventually } from '@utter/testing/eventually'
import type { Page } from 'playwright-core'

/** The page in this theme, by the attribute that all colours follow, without the fades of a switch. */
export const showTheme = (page: Page, theme: 'dark' | 'light') =>
  page.evaluate(`(() => {
    document.documentElement.dataset.switching = ''
    document.documentElement.dataset.theme = '${theme}'
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })()`)

/**
 * Controls that a finger or a shaking hand would miss: less than `minPx` around their middle belong to them. Links in a line of text
 * are exempt (WCAG 2.5.8); controls behind an open dialog are out of reach.
 */
export const smallTargets = (
  page: Page,
  minPx: number,
  selector = 'button, a[href], input, select, textarea, [role=slider]',
) =>
  page.evaluate<string[]>(`(() => {
    const dialogs = document.querySelectorAll('[role=dialog]')
    const root = dialogs[dialogs.length - 1] ?? document.body
    const small = []
    for (const element of root.querySelectorAll(${JSON.stringify(selector)})) {
      const style = getComputedStyle(element)
      if (!element.checkVisibility({ visibilityProperty: true }) || style.display === 'inline') continue
      // A control that is only drawn by its label is as large as that.
      const target = element.offsetWidth <= 1 ? element.closest('label') : element
      if (!target || target.textContent === 'Skip to content') continue
      target.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = target.getBoundingClientRect()
      const [x, y, half] = [left + width / 2, top + height / 2, ${minPx} / 2 - 0.5]
      const isIts = (dx, dy) => {
        const hit = document.elementFromPoint(x + dx, y + dy)
        if (hit === null || target.contains(hit) || hit.closest('label')?.contains(target)) return hit !== null
        // A click on the row of a job does what the button of its text does.
        return hit.closest('[data-job]')?.contains(target) === true && hit.closest('button, a') === null
      }
      const fits = (width >= ${minPx} && height >= ${minPx}) || [[half, 0], [-half, 0], [0, half], [0, -half]].every(([dx, dy]) => isIts(dx, dy))
      if (!fits) small.push(Math.round(width) + ' x ' + Math.round(height) + ' ' + element.outerHTML.slice(0, 160))
    }
    return small
  })()`)

/** Primary buttons and those that play, by their fill. */
export const markMainActions = (page: Page) =>
  page.evaluate(`(() => {
    const probe = document.createElement('i')
    document.body.append(probe)
    const colours = ['--ink', '--accent'].map((name) => {
      probe.style.background = 'var(' + name + ')'
      return getComputedStyle(probe).backgroundColor
    })
    probe.remove()
    for (const element of document.querySelectorAll('button, a[href]')) {
      if (colours.includes(getComputedStyle(element).backgroundColor)) element.dataset.mainAction = ''
    }
  })()`)

/** How far the page can be pushed sideways, in px, and what sticks out. */
export async function overflowOf(page: Page): Promise<string[]> {
  // Parts that measure themselves follow a change of the window by a frame. (Playwright's `waitForFunction` would evaluate a string in the page, which
  // its policy refuses.)
  await eventually(
    'nothing sticks out',
    () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'),
    1_000,
  ).catch(() => {})
  return page.evaluate<string[]>(`(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    const out = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
    return ['by ' + (document.documentElement.scrollWidth - innerWidth) + ' px', ...out.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))]
  })()`)
}
