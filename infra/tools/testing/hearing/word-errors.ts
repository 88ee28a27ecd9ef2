/** Words, or characters where a script has no blanks, or writes one word in several ways. */
export type Unit = 'word' | 'character'
/** `wrong`: substitutions, omissions and insertions; `of`: units of the right form. */
export type Errors = { wrong: number; of: number }

/** Errors of what was heard against the nearest of the forms that are right. */
export function errorsOf(heard: string, forms: string[], unit: Unit = 'word'): Errors {
  const units = unitsOf(heard, unit)
  const [nearest = { wrong: units.length, of: 0 }] = forms
    .map((form) => unitsOf(form, unit))
    .map((right): Errors => ({ wrong: distanceOf(units, right), of: right.length }))
    .sort((a, b) => a.wrong / a.of - b.wrong / b.of)
  return nearest
}

export const rateOf = (all: Errors[]): number =>
  all.reduce((sum, { wrong }) => sum + wrong, 0) / all.reduce((sum, { of }) => sum + of, 0)

/** Letters and digits without case; every mark divides words as a blank does. */
function unitsOf(text: string, unit: Unit): string[] {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  if (unit === 'word') return plain.split(' ').filter((word) => word !== '')
  return [...plain.replaceAll(' ', '')]
}

/** The edit distance of Levenshtein. */
function distanceOf(from: string[], to: string[]): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [at, one] of from.entries()) {
    const next = [at + 1]
    for (const [index, other] of to.entries())
      next.push(
        Math.min((next[index] ?? 0) + 1, (row[index + 1] ?? 0) + 1, (row[index] ?? 0) + (one === other ? 0 : 1)),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
