import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** All of them at levels A and AA, the size of targets among them, and the best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules of these levels about colours: all that another theme can break. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * The violations that axe finds in the page as it is: rule, place and element.
 * @param ofColours only those of colours, in a page that differs in its theme alone from one that was looked at
 */
export async function axeFindings(page: Page, { ofColours = false } = {}): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const runOnly = JSON.stringify(ofColours ? colourRules : tags)
  return page.evaluate<string[]>(`axe.run(document, { runOnly: ${runOnly} }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, failureSummary }) => id + ' ' + target.join(' ') + ' ' + html.slice(0, 160) + ': ' + failureSummary)))`)
}
