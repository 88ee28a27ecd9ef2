import { randomOf } from '@utter/testing/seeded-random'

const words = {
  who: 'the baker|a sailor|my sister|the old teacher|our neighbour|a quiet child|the doctor|the night porter|her uncle|a painter|the young judge|his cousin|the gardener|a stranger|the postman|a farmer|the clock maker|the widow|a soldier|the librarian',
  did: 'carried|painted|forgot|found|sold|repaired|hid|lost|watched|washed|counted|borrowed|described|opened|followed|buried|measured|kept|broke|dreamt of',
  what: 'a wooden boat|the green door|seven letters|a silver spoon|the broken clock|an empty basket|the last lantern|a heavy trunk|the white horse|an unknown map|a torn coat|the garden wall|a box of pears|the church bell|an iron key|the river bridge|a pair of boots|the blue curtain|a loaf of bread|the station clock',
  where:
    'by the harbour|behind the mill|near the old market|under the bridge|at the edge of town|in the narrow street|beside the orchard|on the hill|across the river|in the kitchen|below the tower|outside the school|along the canal|in the cellar|at the crossing|over the valley|in front of the inn|on the last platform|beyond the fields|at the foot of the stairs',
  when: 'before dawn|after the rain|in late autumn|on a cold morning|long ago|without a word|once more|at noon|during the fair|all through the winter|late one evening|when nobody looked',
}
const lists = Object.values(words).map((list) => list.split('|'))

/** Characters of a paragraph, about. */
const paragraphCharacters = 400

type Chapter = { title: string; paragraphs: { text: string }[] }

/** Chapters of so many characters together, about: sentences of which no two are the same, the same ones for the same seed. */
export function bookText(characters: number, chapters: number, seed: number): Chapter[] {
  const random = randomOf(seed)
  const said = new Set<string>()
  const sentence = (): string => {
    for (;;) {
      const [who = '', ...rest] = lists.map((list) => list[Math.floor(random() * list.length)] ?? '')
      const made = `${who.charAt(0).toUpperCase()}${who.slice(1)} ${rest.join(' ')}.`
      if (said.has(made)) continue
      said.add(made)
      return made
    }
  }
  const paragraph = (): string => {
    const sentences: string[] = []
    while (sentences.join(' ').length < paragraphCharacters) sentences.push(sentence())
    return sentences.join(' ')
  }
  return Array.from({ length: chapters }, (_, index) => {
    const paragraphs: { text: string }[] = []
    for (let total = 0; total < characters / chapters; total += paragraphs.at(-1)?.text.length ?? 0)
      paragraphs.push({ text: paragraph() })
    return { title: `Chapter ${index + 1}`, paragraphs }
  })
}
