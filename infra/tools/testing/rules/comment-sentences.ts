/** A sentence of a comment, with the line on which its comment begins. */
export type Sentence = { line: number; text: string }

const comment = /(?:^|(?<=\s))\/\/ ?(?!\/)(.*)|(?<![^\s({,])\/\*\*?([\s\S]*?)\*\//gm

/** The sentences of a file's comments; line comments that follow each other are one comment. */
export function commentSentences(source: string): Sentence[] {
  const blocks: { line: number; endsAt: number; text: string }[] = []
  for (const match of source.matchAll(comment)) {
    const line = lineOf(source, match.index)
    const [, ofLine, ofBlock] = match
    const before = blocks.at(-1)
    if (ofLine !== undefined && before?.endsAt === line - 1 && startsItsLine(source, match.index)) {
      before.text += ` ${ofLine}`
      before.endsAt = line
    } else if (ofLine !== undefined) blocks.push({ line, endsAt: line, text: ofLine })
    else blocks.push({ line, endsAt: -1, text: (ofBlock ?? '').replace(/^\s*\* ?/gm, '') })
  }
  return blocks.flatMap(({ line, text }) =>
    text
      .replace(/\s+/g, ' ')
      .split(/(?<=[.!?]['"’)`]?)\s+(?=[A-Z`'"(])/)
      .map((sentence) => ({ line, text: sentence.trim() }))
      .filter(({ text }) => text !== ''),
  )
}

const lineOf = (source: string, index: number) => source.slice(0, index).split('\n').length
const startsItsLine = (source: string, index: number) => /(^|\n)\s*$/.test(source.slice(0, index))
