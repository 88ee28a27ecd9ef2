import { grouped } from '../format/counted.ts'
import { languageName } from '../format/language-name.ts'
import { locale } from '../format/locale.ts'
import { dollars } from '../format/money.ts'
import { madeOnce } from '../made-once.ts'
import { sentencesOfAccounts } from './said/of-accounts.ts'
import { sentencesOfFiles } from './said/of-files.ts'
import { sentencesOfJobs } from './said/of-jobs.ts'
import { catalog, t } from './words.ts'

/**
 * Sentences that the server says to people, and those of the contracts' checks. Only for a page in another language than English: these are no
 * part of the first script.
 */
const serverSentences = [...sentencesOfAccounts, ...sentencesOfFiles, ...sentencesOfJobs].map(({ id }) => ({
  id,
  ...patternOf(id),
}))

/** `{field} is required` as an expression that finds its values: figures where its name says so. */
function patternOf(id: string): { pattern: RegExp; names: string[] } {
  const parts = id.split(/\{(\w+)\}/)
  const source = parts
    .map((part, at) => (at % 2 ? placeOf(part) : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('')
  return { pattern: new RegExp(`^${source}$`), names: parts.filter((_, at) => at % 2) }
}

function placeOf(name: string): string {
  return /^(count|min|max)$/.test(name) ? '([\\d.,]+)' : '(.+?)'
}

/** Whether a sentence of the server has a translation. */
export const isTranslated = (sentence: string): boolean => serverSentences.some(({ pattern }) => pattern.test(sentence))

/** A sentence of the server in the language of the catalog; its values too: figures, and what has a translation, as fields have. */
export function translateSentence(sentence: string): string {
  for (const { id, pattern, names } of serverSentences) {
    const found = pattern.exec(sentence)
    if (!found) continue
    const values = names.map((name, at) => [name, shownValue(name, found[at + 1] ?? '')] as const)
    return t<string>({ id }, Object.fromEntries(values))
  }
  return sentence
}

const longDay = madeOnce(() => new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }))

/** Names that somebody gave: they stay as they are. */
const isOwn = /^(email|file|name|voice|model|code)$/
const isOfLanguages = /^(language|another|place)$/

function shownValue(name: string, word: string): string {
  if (isOwn.test(name)) return word
  return isOfLanguages.test(name) ? languagesIn(word) : inLanguage(word)
}

function inLanguage(word: string): string {
  if (/^\d[\d,]*$/.test(word)) return grouped(Number(word.replaceAll(',', '')))
  if (/^\$[\d.]+$/.test(word)) return dollars(Number(word.slice(1)))
  if (/^[A-Z][a-z]+ \d{1,2}, \d{4}$/.test(word)) return longDay().format(new Date(`${word} UTC`))
  return word in catalog.messages ? catalog._(word) : word
}

const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
/** Codes of two letters by their English names. */
function codesOf(type: 'language' | 'region'): Map<string, string> {
  const english = new Intl.DisplayNames('en', { type, style: 'short', fallback: 'none' })
  const all = letters.flatMap((one) => letters.map((other) => `${one}${other}`))
  return new Map(all.map((code) => [english.of(type === 'region' ? code.toUpperCase() : code) ?? '', code]))
}
const codes = madeOnce(() => codesOf('language'))
const countries = madeOnce(() => codesOf('region'))

/** 'French and Spanish', or 'English (US)', in the language of the page; what is no list of languages as it is. */
function languagesIn(words: string): string {
  const tags = words.split(/, and | and |, /).map(tagOf)
  if (tags.includes(undefined)) return words
  return new Intl.ListFormat(locale()).format(tags.map((tag = '') => languageName(tag)))
}

function tagOf(name: string): string | undefined {
  const [, language = '', region] = /^(.+?)(?: \((.+)\))?$/.exec(name) ?? []
  const code = codes().get(language)
  if (!code || !region) return code
  const country = countries().get(region)
  return country && `${code}-${country}`
}
