import type { InterfaceLanguage } from '@utter/contracts/http/languages'
import { isLanguage, languageKey } from './languages.ts'

/** The language that `build/boot.js` has found: the person's choice, else the first language of the browser that there is. */
export function pageLanguage(): InterfaceLanguage {
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : 'en'
}

/** Keeps the choice, and loads the page again in that language: forms keep their drafts. */
export function chooseLanguage(language: InterfaceLanguage): void {
  try {
    localStorage.setItem(languageKey, language)
  } catch {
    // Storage may be forbidden; the browser's own language holds then.
  }
  location.reload()
}
