import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileLanguages } from './build/compile-languages.ts'
import { compressAssets } from './build/compress-assets.ts'
import { docsAssets } from './build/docs-assets.ts'
import { inlineStart } from './build/inline-start.ts'
import { keepEarlierAssets } from './build/keep-earlier-assets.ts'
import { preloadFont } from './build/preload-font.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    compileLanguages(),
    inlineStart(),
    preloadFont(),
    docsAssets(),
    compressAssets(),
    keepEarlierAssets(join(import.meta.dirname, 'dist')),
  ],
  // Styles without their line breaks; names of components are for a development that has none of its own.
  oxc: {
    plugins: {
      styledComponents: {
        minify: true,
        pure: true,
        displayName: false,
        fileName: false,
        ssr: false,
        transpileTemplateLiterals: false,
      },
    },
  },
  // The gateway puts the response's own nonce in place of this word.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    // Every asset is a file with a hash in its name: the policy allows no data: fonts, and the cache never asks again.
    assetsInlineLimit: 0,
    // A single stylesheet, inlined into the page: no chunk asks for it again.
    cssCodeSplit: false,
    // Browsers without modulepreload are older than the target.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A single chunk has what every screen needs: cut by importers, it compresses worse by 5 kB, and more with
            // each screen.
            { name: 'base', tags: ['$initial'], priority: 1 },
            // Each alone is smaller than the headers of its answer, and of a dozen of them a slow line has two round trips more.
            { name: 'icons', test: /lucide-react/, minShareCount: 2 },
            // Small parts that a screen needs together: in one chunk they compress better, and are one request.
            {
              name: 'fields',
              test: /ui\/form\/(field|input|submit-button)|checked-field|use-countdown|http\/fields/,
              minShareCount: 2,
            },
            {
              name: 'words',
              test: /kind-of|language-name|format\/counted|made-once|random-id|job-fields|job-seed|characters-of\./,
              minShareCount: 2,
            },
            { name: 'copy', test: /use-copy|copy-button|code-block/, minShareCount: 2 },
            {
              name: 'sounds',
              test: /features\/(voices|player\/(sample-button|sound-ring|use-sound-button|shared-sound|one-sound))/,
              minShareCount: 2,
            },
            // Parts that tabs, toasts and dialogs have in common: cut by importers they are three chunks.
            {
              name: 'radix',
              test: /@radix-ui.(primitive|react-(compose-refs|context|slot|primitive|collection|id|presence|use-controllable-state))\//,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': process.env.UTTER_API ?? 'http://localhost:3000',
      '/audio': process.env.UTTER_API ?? 'http://localhost:3000',
    },
  },
})
