import { tooManyCharacters } from '../manuscript.ts'
import type { Draft, ManuscriptReading } from '../reading.ts'
import { decodedText } from './decoded-text.ts'
import { sectionsByTypedHeadings, type TypedParagraph } from './typed-headings.ts'

/** A line that no width has broken: texts are broken at 60 to 100 characters. */
const longLine = 120

/** A plain text. Empty lines part its paragraphs; where lines are long, each line is one. */
export async function readText(
  bytes: Uint8Array,
  { limits, turn, lines: ofSpeakers }: ManuscriptReading,
): Promise<Draft> {
  const text = decodedText(bytes, limits)
  if (text.trim().length > limits.maxCharacters * 2) throw tooManyCharacters(limits)
  const lines = text.split('\n')
  await turn()
  const paragraphs = isUnbroken(lines) ? lines.map((line) => ({ lines: [line] })) : byEmptyLines(lines)
  await turn()
  return { sections: sectionsByTypedHeadings(paragraphs, ofSpeakers.joined) }
}

function isUnbroken(lines: string[]): boolean {
  const written = lines.filter((line) => line.trim() !== '')
  return written.filter(({ length }) => length > longLine).length > written.length / 20
}

function byEmptyLines(lines: string[]): TypedParagraph[] {
  const paragraphs: TypedParagraph[] = []
  let paragraph: TypedParagraph | undefined
  for (const line of lines) {
    if (line.trim() === '') paragraph = undefined
    else if (paragraph) paragraph.lines.push(line)
    else {
      paragraph = { lines: [line] }
      paragraphs.push(paragraph)
    }
  }
  return paragraphs
}
