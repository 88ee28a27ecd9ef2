import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** All of them at levels A and AA, the size of targets among them, and the best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The violations that axe finds in the page as it is: rule, place and element. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate<string[]>(`axe.run(document, { runOnly: ${JSON.stringify(tags)} }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, failureSummary }) => id + ' ' + target.join(' ') + ' ' + html.slice(0, 160) + ': ' + failureSummary)))`)
}
