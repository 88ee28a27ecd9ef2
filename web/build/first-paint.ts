import type { Plugin } from 'vite'
import { titles } from '../src/titles.ts'

/** The titles of all screens in the page, from where boot.js paints the one that is asked for. */
export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  transformIndexHtml: {
    order: 'pre',
    handler: () => [
      {
        tag: 'script',
        attrs: { type: 'application/json', id: 'titles' },
        // No title ends a script; one that ever does must not end this one.
        children: JSON.stringify(titles).replaceAll('<', '\\u003c'),
        injectTo: 'head-prepend',
      },
    ],
  },
})
