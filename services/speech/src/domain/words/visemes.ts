import type { Viseme } from '@utter/contracts/http/jobs/word-times'

/** The IPA letters of each shape of the mouth, as Amazon Polly has them for English; those of other languages go to the nearest. */
const letters: Record<Viseme, string> = {
  p: 'b m p β ɓ ɸ ʙ',
  f: 'f v ɱ ʋ ⱱ',
  T: 'ð θ',
  t: 'd l n t ɖ ɗ ɫ ɬ ɭ ɮ ɳ ɺ ɽ ɾ ʈ ǀ ǁ',
  s: 's z',
  S: 'tʃ dʒ tɕ dʑ tʂ ʃ ʒ ɕ ʑ ʂ ʐ ɧ',
  k: 'k ɡ ŋ h x c q ɟ ɠ ɢ ɣ ɦ ɰ ɴ ħ χ ʁ ʀ ʔ ʕ ʛ ʜ ʟ ʡ ʢ ç ʄ',
  r: 'ɹ r ɻ',
  i: 'i ɪ j y ʏ ɨ ɲ ʎ ʝ',
  u: 'u ʊ w ɥ ʍ ʉ ɯ',
  '@': 'ə ɚ ɘ ɵ',
  a: 'a ɐ æ ɑ ɶ',
  e: 'e ø ɤ',
  E: 'ɛ ɜ ɝ ʌ œ ɞ',
  o: 'o',
  O: 'ɔ ɒ',
}

const visemes = new Map(
  Object.entries(letters).flatMap(([viseme, all]) => all.split(' ').map((letter) => [letter, viseme as Viseme])),
)

/** The shape of the mouth of a phoneme; undefined for a letter that no voice speaks. A diphthong has that of its beginning. */
export function visemeOf(phoneme: string): Viseme | undefined {
  const base = phoneme.normalize('NFD').replace(/[\p{M}\p{Lm}˞]/gu, '')
  return visemes.get(base) ?? visemes.get(phoneme.charAt(0)) ?? visemes.get(base.charAt(0))
}
