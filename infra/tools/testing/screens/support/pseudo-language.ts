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

/** Names, units and what a program is given: the same in every language. */
const sameEverywhere =
  /^(Utter|user-\w+.*|POST|GET|PUT|PATCH|DELETE|curl|JavaScript|TypeScript|Python|Starter|Creator|Pro|Enterprise|Free|Joe|Zita|Nina|Lucy|Kate|Greta|Carla|•.*|\/api\/.*|.*_.*|gpt-.*|(piper|pico|flite|kokoro|espeak)\b.*|.* kbps|[\d.]+ ms|Ctrl .*|Deutsch|English|Español|Français)$/

/** Texts on the page that are in no brackets, and neither code nor made by Intl. */
export async function foreignTexts(page: Page): Promise<string[]> {
  const found = await page.evaluate<string[]>(`(() => {
    const isCode = (element) => element.closest('code, pre, kbd, script, style, noscript, time')
    const isTranslated = (element) => element.textContent.includes('⟦')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = []
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode
      const whole = /^(A|B|EM|I|STRONG)$/.test(parentElement.tagName) ? parentElement.parentElement : parentElement
      if (/\\p{L}{2,}/u.test(data) && !isCode(parentElement) && !isTranslated(whole)) found.push(data.trim())
    }
    for (const name of ['aria-label', 'title', 'placeholder'])
      for (const element of document.querySelectorAll('[' + name + ']')) {
        const value = element.getAttribute(name)
        if (/\\p{L}{2,}/u.test(value) && !value.includes('⟦') && !isCode(element)) found.push(value)
      }
    return [...new Set(found)]
  })()`)
  // Names of languages, and days.
  const isOfIntl = (text: string) => /^(\p{L}*isch|Deutsch)( \(.*\))?$|^\d+\. \p{L}+/u.test(text)
  return found.filter((text) => !sameEverywhere.test(text) && !isOfIntl(text))
}
