import type { Language } from './languages.ts'
import { catalog, setCompiler } from './words.ts'

type Texts = Record<string, string>

const files: Record<Exclude<Language, 'en'>, () => Promise<{ default: Texts }>> = {
  de: () => import('../../../languages/de.json'),
  es: () => import('../../../languages/es.json'),
  fr: () => import('../../../languages/fr.json'),
}

/**
 * Fetches the texts of a language, and the reader of their ICU MessageFormat, which English texts do without. Before the first drawing. A
 * language that cannot be fetched leaves the page in English.
 */
export async function loadCatalog(language: Exclude<Language, 'en'>): Promise<void> {
  const [{ compileMessage }, { default: texts }] = await Promise.all([
    import('@lingui/message-utils/compileMessage'),
    files[language](),
  ])
  setCompiler(compileMessage)
  catalog.loadAndActivate({ locale: language, messages: texts })
}
