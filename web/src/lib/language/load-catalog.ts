import type { Messages } from '@lingui/core'
import type { InterfaceLanguage } from '@utter/contracts/http/languages'
import { translateServer } from './from-server.ts'
import { catalog } from './words.ts'

/** Compiled by `build/compile-languages.ts`. */
const files: Record<Exclude<InterfaceLanguage, 'en'>, () => Promise<{ default: Messages }>> = {
  de: () => import('../../../languages/de.json'),
  es: () => import('../../../languages/es.json'),
  fr: () => import('../../../languages/fr.json'),
}

/** Fetches the texts of a language, before the first drawing. */
export async function loadCatalog(language: Exclude<InterfaceLanguage, 'en'>): Promise<void> {
  const [{ translateSentence }, { default: texts }] = await Promise.all([
    import('./server-sentences.ts'),
    files[language](),
  ])
  catalog.loadAndActivate({ locale: language, messages: texts })
  translateServer(translateSentence)
}
