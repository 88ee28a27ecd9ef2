import { de } from './languages/de.ts'
import { en } from './languages/en.ts'
import { es } from './languages/es.ts'
import { fr } from './languages/fr.ts'
import { hi } from './languages/hi.ts'
import { it } from './languages/it.ts'
import { pt } from './languages/pt.ts'
import type { Wording } from './wording.ts'

const wordings: Record<string, Wording> = { de, en, es, fr, hi, it, pt }

/** The words of a language by its BCP 47 tag; undefined for languages without a table, whose voices read signs by themselves or not at all. */
export const wordingOf = (language: string): Wording | undefined => wordings[language.toLowerCase().split('-')[0] ?? '']
