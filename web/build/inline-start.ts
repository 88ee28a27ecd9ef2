import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type HtmlTagDescriptor, minify, type Plugin } from 'vite'
import { languageKey, languages } from '../src/lib/language/languages.ts'
import { type ScreenMessages, titles } from '../src/titles.ts'

/** Inlines what the first paint needs into the page: boot.js with the titles of all screens, and the stylesheet. */
export const inlineStart = (): Plugin => ({
  name: 'inline-start',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle }) {
      const boot: HtmlTagDescriptor = { tag: 'script', children: await bootScript(), injectTo: 'head' }
      if (!bundle) return [boot]
      const link = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/.exec(html)
      const sheet = link?.[1] === undefined ? undefined : bundle[link[1]]
      if (!link || sheet?.type !== 'asset') throw new Error('The page has no stylesheet to take in')
      delete bundle[sheet.fileName]
      return {
        // Scripts are fetched at low priority, so that the page without them is painted first.
        html: html
          .replace(link[0], '')
          .replace(/<(script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
        tags: [boot, { tag: 'style', children: String(sheet.source).trim(), injectTo: 'head' }],
      }
    },
  },
})

async function bootScript(): Promise<string> {
  const path = join(import.meta.dirname, 'boot.js')
  const inEnglish = Object.entries<ScreenMessages>(titles).map(([screen, { title, subtitle }]) => [
    screen,
    { title: title.id, subtitle: subtitle?.id },
  ])
  const values = { titles: Object.fromEntries(inEnglish), languages: Object.keys(languages), languageKey }
  const constants = Object.entries(values).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`)
  const { code } = await minify(path, `(() => { ${constants.join(' ')} ${await readFile(path, 'utf8')} })()`)
  // No title ends a script; one that ever does must not end this one.
  return code.trim().replaceAll('</', '<\\/')
}
