/** Words, or characters where a script has no blanks, or writes one word in several ways. */
export type Unit = 'word' | 'character'

/** Letters and digits without case; every mark divides words as a blank does. */
export function plainUnitsOf(text: string, unit: Unit = 'word'): string[] {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  if (unit === 'word') return plain.split(' ').filter((word) => word !== '')
  return [...plain.replaceAll(' ', '')]
}

/** The edit distance of Levenshtein, of words or of letters. */
export function editDistance(from: ArrayLike<string>, to: ArrayLike<string>): number {
  let [row, next] = [new Uint32Array(to.length + 1), new Uint32Array(to.length + 1)]
  for (let index = 0; index <= to.length; index++) row[index] = index
  for (let at = 0; at < from.length; at++) {
    next[0] = at + 1
    for (let index = 0; index < to.length; index++) {
      const substituted = (row[index] ?? 0) + (from[at] === to[index] ? 0 : 1)
      next[index + 1] = Math.min((next[index] ?? 0) + 1, (row[index + 1] ?? 0) + 1, substituted)
    }
    ;[row, next] = [next, row]
  }
  return row[to.length] ?? 0
}
