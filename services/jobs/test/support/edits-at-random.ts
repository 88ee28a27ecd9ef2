import type { Edited } from '../../src/domain/works/sections.ts'
import { insertParagraph, moveParagraph, removeParagraph, replaceParagraph } from '../../src/domain/works/sections.ts'
import { paragraphOfVersion, takeBack } from '../../src/domain/works/versions.ts'
import type { Paragraph, PastParagraph, Section } from '../../src/domain/works/work.ts'

/** A change of a chapter, what its paragraphs are after it, and the text that it puts somewhere, if any. */
export type RandomEdit = {
  edit: (sections: Section[]) => Edited
  after: Paragraph[]
  puts?: Paragraph
}

/** A source of edits, which knows each text that it has made. The ids and texts follow from the random numbers alone. */
export function editsAtRandom(random: () => number) {
  const texts: string[] = []
  let ids = 0
  const newId = () => `id-${++ids}`
  const pick = <T>(list: T[]): T | undefined => list[Math.floor(random() * list.length)]
  /** Two or three of most, or one alone, reach the end of a section. */
  const newText = () => {
    const text = `Text ${texts.length + 1} `.padEnd(
      random() < 0.15 ? 9_500 : 1_000 + Math.floor(random() * 5_000),
      'word ',
    )
    texts.push(text.trim())
    return text.trim()
  }
  const has = (list: Paragraph[], id: string) => list.some((other) => other.id === id)
  const without = (list: Paragraph[], { id }: Paragraph) => list.filter((one) => one.id !== id)
  const putIn = (list: Paragraph[], one: Paragraph, after: Paragraph | undefined) =>
    after ? list.flatMap((other) => (other.id === after.id ? [other, one] : [other])) : [one, ...list]

  return {
    newText,
    pick,
    /** @returns undefined where the chapter has nothing to be changed so */
    edit(before: Paragraph[], past: PastParagraph[]): RandomEdit | undefined {
      const one = pick(before)
      const kind = random()
      if (!one) return undefined
      if (kind < 0.12) {
        const version = pick(past)
        if (!version) return undefined
        const puts = paragraphOfVersion(version)
        const isThere = has(before, puts.id)
        if (!isThere && before.length >= 9) return undefined
        const follows = before.find(({ id }) => id === version.after) ?? (version.after ? before.at(-1) : undefined)
        return {
          edit: (sections) => takeBack({ sections, newId }, version),
          after: isThere ? before.map((other) => (other.id === puts.id ? puts : other)) : putIn(before, puts, follows),
          puts,
        }
      }
      if (kind < 0.5) {
        const text = kind < 0.3 ? newText() : kind < 0.38 ? one.text : (pick(texts) ?? one.text)
        const puts = { ...one, text }
        return {
          edit: (sections) => replaceParagraph({ sections, newId }, puts),
          after: before.map((other) => (other === one ? puts : other)),
          puts,
        }
      }
      if (kind < 0.67 && before.length < 9) {
        const puts = { id: newId(), text: random() < 0.7 ? newText() : (pick(texts) ?? newText()) }
        const after = random() < 0.2 ? undefined : one
        return {
          edit: (sections) => insertParagraph({ sections, newId }, puts, after?.id),
          after: putIn(before, puts, after),
          puts,
        }
      }
      if (kind < 0.85) {
        const others = without(before, one)
        const after = random() < 0.2 ? undefined : pick(others)
        return {
          edit: (sections) => moveParagraph({ sections, newId }, one, after?.id),
          after: putIn(others, one, after),
          puts: one,
        }
      }
      if (before.length < 2) return undefined
      return { edit: (sections) => removeParagraph({ sections, newId }, one.id), after: without(before, one) }
    },
    /** A paragraph goes. */
    removal: (one: Paragraph) => (sections: Section[]) => removeParagraph({ sections, newId }, one.id),
    /** It comes back. */
    return: (version: PastParagraph) => (sections: Section[]) => takeBack({ sections, newId }, version),
  }
}
