/** Words in a set, in small letters or with a capital. */
export const oneOf = (words: string): ((word: string) => boolean) => {
  const set = new Set(words.split(/\s+/))
  return (word) => set.has(word.toLowerCase())
}

/** Words by their gender, from a list for each. */
export const gendersOf = <G extends string>(lists: Record<G, string>): Map<string, G> =>
  new Map(
    (Object.keys(lists) as G[]).flatMap((gender) =>
      lists[gender].split(/\s+/).map((word): [string, G] => [word, gender]),
    ),
  )
