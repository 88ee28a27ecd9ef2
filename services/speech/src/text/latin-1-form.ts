import { asciiLetters } from '@utter/text/language/latin-form'
import { cutLetterRows } from './letter-rows.ts'

/**
 * A text for a voice that reads the letters of Western Europe alone, and leaves out every other: `Łódź` is Lódz, `l’œuvre` l'oeuvre, `größer`
 * stays.
 */
export const latin1Form = (text: string): string =>
  cutLetterRows(text.normalize('NFC').replace(/[^\n\x20-\x7E\xA0-\xFF]+/g, asciiLetters))
