/** The language of a BCP 47 tag without its region and script: `es` of `es-MX`. */
export const languageCode = (tag: string): string => new Intl.Locale(tag).language

/** Whether one of these languages (BCP 47 tags) is this one, in whichever region. */
export const speaks = (languages: string[], language: string): boolean =>
  languages.some((one) => languageCode(one) === languageCode(language))
