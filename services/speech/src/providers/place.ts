const languages = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard', style: 'short' })

/** A language tag in words: `en-US` is English (US). */
export const placeOf = (language: string): string => languages.of(language) ?? language
