import { asciiLetters } from '@utter/text/language/latin-form'

/**
 * A text in Latin letters without marks, for a voice that reads ASCII alone: `Łódź` is Lodz, `Καλημέρα` Kalimera, `東京`
 * DongJing. Letters of scripts that nobody has transliterated are left out, and the check of the whole text then finds
 * the sound too short. A row of one letter is cut after each four: slt speaks 160 times `a` in 4.7 s, which no check
 * could distinguish from a text that was left out.
 */
export const asciiForm = (text: string): string => asciiLetters(text).replace(/([A-Za-z])\1{3}(?=\1)/gi, '$& ')
