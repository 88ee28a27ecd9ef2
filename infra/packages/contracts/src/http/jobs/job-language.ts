import * as z from 'zod/mini'

/** The longest that the standard foresees; a well-formed tag may have any length. */
const maxTag = 35
/** Codes of the standard that are no language. */
const noLanguages = new Set(['mul', 'zxx'])
const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** A BCP 47 tag in its usual form (`pt-br` is `pt-BR`), without extensions; undefined for what names no language. */
function tagOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > maxTag) return undefined
  try {
    const { baseName, language } = new Intl.Locale(value)
    return !noLanguages.has(language) && names.of(baseName) !== undefined ? baseName : undefined
  } catch {
    return undefined
  }
}

/** The language of a reply and of its reading, by its BCP 47 tag, or `auto`: by the text. */
export const JobLanguage = z.pipe(
  z.custom<string>(
    (value) => value === 'auto' || tagOf(value) !== undefined,
    'language must be auto or a tag such as es or pt-BR',
  ),
  z.transform((value) => tagOf(value) ?? 'auto'),
)

/** `off`: the text is spoken as it was written; its markup, signs and abbreviations are not made words. */
export const TextNormalization = z.enum(['auto', 'off'], "textNormalization must be 'auto' or 'off'")

/** The value of a field whose `auto` is the same as none. */
const unlessAuto = <Value extends string>(value: Value) =>
  value === 'auto' ? undefined : (value as Exclude<Value, 'auto'>)

/** Both as fields of a job's request: of the same request whether `auto` is sent or left out. */
export const textFields = {
  language: z.optional(z.pipe(JobLanguage, z.transform(unlessAuto<string>))),
  textNormalization: z.optional(z.pipe(TextNormalization, z.transform(unlessAuto<'auto' | 'off'>))),
}
