import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type InterfaceLanguage, interfaceLanguages, type NamesIn } from '@utter/contracts/http/languages'

/** The texts and figures of a mail in its language. */
export type MailWords = {
  language: InterfaceLanguage
  /** A text, by its English one, with its values in place of the names in braces. */
  t<const Text extends string>(
    text: Text,
    ...values: [NamesIn<Text>] extends [never] ? [] : [values: Record<NamesIn<Text>, string | number>]
  ): string
  count(count: number): string
  /** @param currency its code of ISO 4217, in any case; without it dollars */
  money(amount: number, currency?: string): string
  day(at: Date): string
  /** Day and time, with their zone. */
  time(at: Date): string
}

const folder = join(import.meta.dirname, '../../languages')
const textsOf = (language: InterfaceLanguage) =>
  language === 'en'
    ? {}
    : (JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Record<string, string | undefined>)

function createWords(language: InterfaceLanguage): MailWords {
  const texts = textsOf(language)
  const count = new Intl.NumberFormat(language)
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const zone = { timeZone: 'UTC', hourCycle: 'h23' } as const
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', ...zone })
  return {
    language,
    t: (text, values?: Record<string, string | number>) =>
      (texts[text] ?? text).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values?.[name])),
    count: (number) => count.format(number),
    money: (amount, currency = 'USD') =>
      new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount),
    day: (at) => day.format(at),
    time: (at) => `${time.format(at)} UTC`,
  }
}

const words = new Map<string, MailWords>(interfaceLanguages.map((language) => [language, createWords(language)]))

/** The words of a language; English for one that is not known, as of an account that has chosen none. */
export const mailWords = (language = 'en'): MailWords => words.get(language) ?? mailWords('en')
