import { asciiLetters } from '@utter/text/language/latin-form'
import { cutLetterRows } from './letter-rows.ts'

/**
 * A text in Latin letters without marks, for a voice that reads ASCII alone: `Łódź` is Lodz, `Καλημέρα` Kalimera, `東京`
 * DongJing. Letters of scripts that nobody has transliterated are left out, and the check of the whole text then finds
 * the sound too short.
 */
export const asciiForm = (text: string): string => cutLetterRows(asciiLetters(text))
