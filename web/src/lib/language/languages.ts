import type { InterfaceLanguage } from '@utter/contracts/http/languages'

/** The languages of the interface, each by its own name. English is in the code itself; of the others each is a file in `web/languages/`. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
} as const satisfies Record<InterfaceLanguage, string>

/** Where the person's choice is kept; `build/boot.js` reads it before the first paint. */
export const languageKey = 'language'

export const isLanguage = (text: string): text is InterfaceLanguage => Object.hasOwn(languages, text)
