import * as z from 'zod/mini'

/** The languages of screens and mails, of which English is in the code, and each other one in a file of translations. */
export const interfaceLanguages = ['en', 'de', 'es', 'fr'] as const
export const InterfaceLanguage = z.enum(interfaceLanguages, `language must be one of ${interfaceLanguages.join(', ')}`)
export type InterfaceLanguage = z.infer<typeof InterfaceLanguage>

/** The names in braces of a text: `'shown' | 'all'` of '{shown} of {all}'. */
export type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
