import { speakerOfLine, turnsIn } from '@utter/text/markup/dialogue'
import type { FoundSpeaker, ManuscriptParagraph } from '../manuscript.ts'
import { joinedLines } from '../typed/joined-lines.ts'

/** Names that are told, and lines that one begins at least. */
const [maxFound, minLines] = [20, 2]
/** Different names that are counted: a hostile file has another one in each line. */
const maxCounted = 10_000

/** Lines of a book that begin with a name, as those of a dialogue do. */
export type SpeakerLines = ReturnType<typeof createSpeakerLines>

/** @param speakers names whose lines are theirs; others are counted alone */
export function createSpeakerLines(speakers: readonly string[] = []) {
  const voiced = speakers.map((name) => ({ name, voiceId: '' }))
  const names = new Set(speakers)
  const counts = new Map<string, number>()
  const count = (name: string | undefined) => {
    if (name === undefined || (counts.size >= maxCounted && !counts.has(name))) return
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  /** Whether a line below another is the turn of a speaker, and so is not joined with it. A line that will be joined is counted here, since nobody sees it later. */
  const begins = (line: string): boolean => {
    const name = nameOf(line)
    if (name !== undefined && names.has(name)) return true
    count(name)
    return false
  }
  return {
    begins,
    /** Lines that a width has broken, as one; those of turns stay. */
    joined(lines: string[]): string {
      const runs: string[][] = []
      for (const line of lines) {
        const run = runs.at(-1)
        if (run === undefined || begins(line)) runs.push([line])
        else run.push(line)
      }
      return runs.map(joinedLines).join('\n')
    },
    /** A paragraph by its turns: each goes on to the next one, or to its end. Text before the first is nobody's. */
    turnsOf(text: string): ManuscriptParagraph[] {
      for (const line of text.split('\n')) count(nameOf(line))
      const turns = turnsIn(text, voiced)
      const [first] = turns
      if (!first) return [{ text }]
      const before = text.slice(0, first.at).trim()
      return [
        ...(before === '' ? [] : [{ text: before }]),
        ...turns.map(({ behind, speaker }, index) => ({
          text: text.slice(behind, turns[index + 1]?.at).trim(),
          speaker: speaker.name,
        })),
      ]
    },
    /** The names that begin two lines at least, the one with the greatest number of them first. */
    found: (): FoundSpeaker[] =>
      [...counts]
        .filter(([, lines]) => lines >= minLines)
        .sort(([, one], [, other]) => other - one)
        .slice(0, maxFound)
        .map(([name, lines]) => ({ name, lines })),
  }
}

/** A time, such as `10:30`, has no letter before its colon; an address has two slashes behind it. */
function nameOf(line: string): string | undefined {
  const name = speakerOfLine(line)
  return name !== undefined && /\p{L}/u.test(name) && !/^[^:]*:\/\//.test(line) ? name : undefined
}
