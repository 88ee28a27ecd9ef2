/** Scripts by their ISO 15924 codes; where writers mix some, each of them. */
const parts: Record<string, string[]> = {
  Jpan: ['Hani', 'Hira', 'Kana'],
  Kore: ['Hang', 'Hani'],
  Hans: ['Hani'],
  Hant: ['Hani'],
}
const codes = [
  ...['Latn', 'Cyrl', 'Grek', 'Arab', 'Hebr', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym'],
  ...['Sinh', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Tibt', 'Hani', 'Hira', 'Kana', 'Hang', 'Geor', 'Armn', 'Ethi', 'Mong'],
]
const matchers = codes.map((code) => ({ code, letters: new RegExp(`\\p{sc=${code}}`, 'gu') }))

/** The share of a text's letters in each script, the greatest first; letters of rarer scripts are `Zzzz`. Empty without letters. */
export function scriptsOf(text: string): { script: string; share: number }[] {
  const letters = text.match(/\p{L}/gu) ?? []
  const joined = letters.join('')
  const counts = matchers.map(({ code, letters: script }) => ({
    script: code,
    count: joined.match(script)?.length ?? 0,
  }))
  const known = counts.reduce((sum, { count }) => sum + count, 0)
  // Letters that several scripts share, such as Japanese's ー, belong to none.
  const others = (joined.match(/[^\p{sc=Zyyy}\p{sc=Zinh}]/gu)?.length ?? 0) - known
  return [...counts, { script: 'Zzzz', count: others }]
    .flatMap(({ script, count }) => (count > 0 ? [{ script, share: count / (known + others) }] : []))
    .sort((one, other) => other.share - one.share)
}

/** The scripts in which a language is written, by its BCP 47 tag. */
export function scriptsOfLanguage(language: string): string[] {
  const script = new Intl.Locale(language).maximize().script ?? 'Latn'
  return parts[script] ?? [script]
}
