import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import type { Page } from 'playwright-core'

/** '⟦Save ~~⟧': a text that is known by its brackets, and half as long again. */
const inPseudo = (text: string): (string | [string])[] => {
  const longer = `⟦${text}${' ~~'.repeat(Math.ceil(text.length / 6))}⟧`
  return longer.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? [part] : part))
}

/** Gives the page, which is a German one, a language that nobody speaks in the place of German. */
export async function speakPseudo(page: Page): Promise<void> {
  const german = JSON.parse(await readFile(join(repoDir, 'web/languages/de.json'), 'utf8')) as Record<string, string>
  const catalog = Object.fromEntries(Object.keys(german).map((text) => [text, inPseudo(text)]))
  await page.route('**/assets/de-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `export default ${JSON.stringify(catalog)}` }),
  )
}

/** Texts on the page that are in no brackets, and neither code nor marked as of another language. */
export const foreignTexts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const isKept = (element) => element.closest('code, pre, kbd, script, style, [lang]:not(html), [translate=no]')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = []
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode
      if (!/\\p{L}{2,}/u.test(data) || isKept(parentElement)) continue
      const block = parentElement.closest('p, li, h1, h2, h3, td, th, dt, dd, button, a, label, option, span, div') ?? parentElement
      if (!block.textContent.includes('⟦')) found.push(data.trim())
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) {
        const value = element.getAttribute(name)
        if (value && /\\p{L}{2,}/u.test(value) && !value.includes('⟦') && !isKept(element)) found.push(name + ': ' + value)
      }
    return [...new Set(found)]
  })()`)
