import { setupI18n } from '@lingui/core'
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import type { NamesIn } from '@utter/contracts/http/languages'

/**
 * A text of the interface that is not shown yet, as in a table of labels: written by `msg`, shown by `t`. No string, so that it cannot be shown
 * untranslated by mistake.
 */
export interface MessageDescriptor<Names extends string = never> {
  /** The English text, which is its key in the other languages. */
  id: string
  /** For the compiler alone: which values it needs. */
  needs?: (names: Names) => void
}

type Values<Names extends string> = [Names] extends [never] ? [] : [values: Record<Names, string | number>]

/** The catalog of the page's language. English has none: the code has its texts. */
export const catalog = setupI18n({ locale: 'en', messages: { en: {} } })

/** Behind a text that other languages have in several forms, `Completed##jobs` where many are meant: it parts them, and is never shown. */
const context = /##\w+$/

const compiled = new Map<string, CompiledMessage>()
// English texts have names in braces and nothing more; those of the other languages are compiled by the build.
catalog.setMessagesCompiler((text) => {
  const known =
    compiled.get(text) ??
    text
      .replace(context, '')
      .split(/\{(\w+)\}/)
      .map((part, at) => (at % 2 ? [part] : part))
  compiled.set(text, known)
  return known
})

export const msg = <const Id extends string>(id: Id): MessageDescriptor<NamesIn<Id>> => ({ id })

/**
 * A text in the language of the page: `t('{shown} of {all} jobs', { shown, all })`, or that of a `MessageDescriptor`. To be called while a screen is
 * drawn, since the language is not known before. The text itself is written in the call, where the languages' rule finds it.
 */
export function t<Names extends string>(message: MessageDescriptor<Names>, ...values: Values<Names>): string
export function t<const Id extends string>(text: string extends Id ? never : Id, ...values: Values<NamesIn<Id>>): string
export function t(message: MessageDescriptor | string, values?: Record<string, string | number>): string {
  const id = typeof message === 'string' ? message : message.id
  return values ? catalog._(id, withoutEscapes(values)).replaceAll(standIn, '\\') : catalog._(id)
}

/** A character of nobody's, in the place of a backslash: Lingui would read a person's `\u0041` as an escape. */
const standIn = '\uE000'

const withoutEscapes = (values: Record<string, string | number>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\\', standIn) : value,
    ]),
  )
