import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The latin font starts with the page, not after its stylesheet. Its hashed name is known only once the bundle is. */
const preloadFont = (): Plugin => ({
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((name) => /hanken-grotesk-latin-wght-normal.*\.woff2$/.test(name))
      if (!font) return []
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFont()],
  // The gateway puts the response's own nonce in place of this word.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    // Every asset is a file with a hash in its name: the policy allows no data: fonts, and the cache never asks again.
    assetsInlineLimit: 0,
    // Browsers without modulepreload are older than the target.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
  },
  server: {
    proxy: {
      '/api': process.env.UTTER_API ?? 'http://localhost:3000',
      '/audio': process.env.UTTER_API ?? 'http://localhost:3000',
    },
  },
})
