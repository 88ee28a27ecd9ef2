import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/** Compiles the texts of `languages/*.json`, which are in ICU MessageFormat: a page needs no parser for them. */
export const compileLanguages = (): Plugin => ({
  name: 'compile-languages',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/languages\/\w+\.json$/ },
    handler(texts) {
      const compiled = Object.entries(JSON.parse(texts) as Record<string, string>).map(([text, translation]) => [
        text,
        compileMessageOrThrow(translation),
      ])
      return JSON.stringify(Object.fromEntries(compiled))
    },
  },
})
