/** The language of a BCP 47 tag without its region and script: `es` of `es-MX`. */
export const languageCode = (tag: string): string => new Intl.Locale(tag).language

/** Whether one of these languages (BCP 47 tags) is this one, in whichever region. */
export const speaks = (languages: string[], language: string): boolean =>
  languages.some((one) => languageCode(one) === languageCode(language))

const names = new Intl.DisplayNames('en', { type: 'language' })
/** The English name of a language, without its region. */
export const languageName = (tag: string): string => names.of(languageCode(tag)) ?? tag

/** The sentence with which a voice of these languages refuses another one, for the person who wrote the text. */
export const notSpoken = (languages: string[], other: string): string =>
  `This voice speaks ${new Intl.ListFormat('en').format(new Set(languages.map(languageName)))}, not ${other}`
