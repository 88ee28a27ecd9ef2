const run = /(?<![#\p{N}][a-f]{0,7})([\p{Ll}\p{Lu}])\1{4,}(?!\p{N})(?=(.?))/giu
const doubled = /[eo]/i
const consonant = /[^\P{L}aeiou]/iu

/**
 * Letters that somebody has held down, `noooooo` and `sssss`, as one, or as two where English writes two (`coooool`): voices give each a
 * sound, or its name. Four may be meant: `XXXX`, `#ffff`.
 */
export const withoutLengthened = (text: string): string =>
  text.replace(run, (_, letter: string, behind: string) =>
    doubled.test(letter) && consonant.test(behind) ? letter.repeat(2) : letter,
  )
