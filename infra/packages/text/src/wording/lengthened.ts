const run = /(?<![#\p{N}][a-f]{0,7})([\p{Ll}\p{Lu}])\1{4,}(?!\p{N})(?=(.{0,2}))/giu
/** Ends of words that English writes with two: `cool`, `food`, `sweet`, `sleep`; not `long`, `stop`, `help`, `yes`. */
const doubled = /^(?:o(?=[lkdnf](?!\p{L}))|e(?=[tdpkln](?!\p{L})))/iu

/**
 * Letters that somebody has held down, `noooooo` and `sssss`, as one, or as two where English mostly writes two (`coooool`): voices give
 * each a sound, or its name. Four may be meant: `XXXX`, `#ffff`.
 */
export const withoutLengthened = (text: string): string =>
  text.replace(run, (_, letter: string, behind: string) => (doubled.test(letter + behind) ? letter.repeat(2) : letter))
