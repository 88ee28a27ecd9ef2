/** A well-formed Roman numeral from 1 to 399; `CD`, `MD`, `DIV` and `MIX` have letters of which words and names are made more often. */
const wellFormed = /^(?=.)(C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/
/** Abbreviations and hundreds without more: centilitres, carbon copies, litres. */
const notNumbers = new Set(['C', 'CC', 'CCC', 'L', 'CL'])
const values: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100 }

/** The value of a Roman numeral; undefined where the letters are none, or more often something else. */
export function romanValue(letters: string): number | undefined {
  if (!wellFormed.test(letters) || notNumbers.has(letters)) return undefined
  return [...letters].reduce((sum, letter, at) => {
    const value = values[letter] ?? 0
    return value < (values[letters[at + 1] ?? ''] ?? 0) ? sum - value : sum + value
  }, 0)
}
