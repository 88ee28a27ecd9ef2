import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const fontRange =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191-2193, U+2212'

/**
 * `docs.css` and `docs.js` of the API's page, which the gateway makes: the app's theme and font, the page's own styles, and the script
 * that takes over the theme. Under names without a hash, since the gateway does not know the build.
 */
export const docsAssets = (): Plugin => ({
  name: 'docs-assets',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const font = Object.keys(bundle).find((name) => /hanken-grotesk-latin-wght-normal.*\.woff2$/.test(name))
    const face = `@font-face { font-family: "Hanken Grotesk Variable"; font-display: swap; font-weight: 100 900; src: url("/${font}") format("woff2-variations"); unicode-range: ${fontRange}; }`
    const theme = (await readFile(join(root, 'src/theme.css'), 'utf8')).replace(/^@import.*$/gm, '')
    const styles = await readFile(join(import.meta.dirname, 'docs.css'), 'utf8')
    this.emitFile({ type: 'asset', fileName: 'docs.css', source: [face, theme, styles].join('\n') })
    const script = await readFile(join(import.meta.dirname, 'docs.js'), 'utf8')
    this.emitFile({ type: 'asset', fileName: 'docs.js', source: script })
  },
})
