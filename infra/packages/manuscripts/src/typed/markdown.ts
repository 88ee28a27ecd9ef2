import { blocksOf } from '@utter/text/markdown/blocks'
import { wordsOf } from '@utter/text/markdown/inline'
import { createMarkdownParser, markdownSource } from '@utter/text/markdown/parser'
import type { Block } from '../blocks/block.ts'
import { sectionsByHeadings } from '../blocks/by-headings.ts'
import type { Draft, ManuscriptReading } from '../reading.ts'
import type { SpeakerLines } from '../turns/speaker-lines.ts'
import { decodedText } from './decoded-text.ts'
import { frontMatter } from './front-matter.ts'
import { joinedLines } from './joined-lines.ts'
import { segmentsOf } from './segments.ts'

type Token = ReturnType<ReturnType<typeof createMarkdownParser>['parse']>[number]

const parser = createMarkdownParser()
const blockParser = createMarkdownParser().disable('inline')
/** Characters of a paragraph that are parsed at once: the cost of marks grows faster than their number. */
const maxInline = 8_000

/** A text in Markdown. Blocks of code are left out; an item of a list and a row of a table is a paragraph. */
export async function readMarkdown(bytes: Uint8Array, { limits, turn, lines }: ManuscriptReading): Promise<Draft> {
  const { title, language, body } = frontMatter(decodedText(bytes, limits))
  const references: Record<string, unknown> = {}
  const tokens: Token[] = []
  for (const segment of segmentsOf(markdownSource(body, '\n'))) {
    for (const token of blockParser.parse(segment, references)) tokens.push(token)
    await turn()
  }
  const blocks: Block[] = []
  let waiting: Token[] = []
  const flush = () => {
    for (const { text } of blocksOf(waiting)) blocks.push({ text })
    waiting = []
  }
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'inline') token.children = inlineOf(token.content, references, lines)
    const isHeading = token.level === 1 && token.type === 'inline' && tokens[index - 1]?.type === 'heading_open'
    if (isHeading) {
      flush()
      blocks.push({ text: wordsOf(token.children ?? []), level: Number(tokens[index - 1]?.tag.slice(1)) })
    } else if (token.type !== 'fence') waiting.push(token)
    else if (!isClosed(token)) for (const block of unclosed(token)) blocks.push(block)
    if (token.level === 0 && token.nesting < 1) flush()
    await turn()
  }
  flush()
  return { language, ...sectionsByHeadings(blocks, title) }
}

/**
 * The parts of a paragraph, whose lines are broken by a width: a break that is meant has two blanks or a backslash before it, or the turn of a speaker
 * behind it.
 */
function inlineOf(content: string, references: Record<string, unknown>, lines: SpeakerLines): Token[] {
  const parts: Token[] = []
  for (let at = 0; at < content.length; ) {
    const window = content.slice(at, at + maxInline)
    const isLast = at + maxInline >= content.length
    const length = isLast ? window.length : lastBlank(window) + 1 || window.length
    parts.push(...(parser.parseInline(window.slice(0, length), references)[0]?.children ?? []))
    at += length
  }
  for (const [index, part] of parts.entries()) {
    if (part.type !== 'softbreak' || lines.begins(lineBehind(parts, index))) continue
    part.type = 'text'
    part.content = ' '
  }
  return parts
}

function lineBehind(parts: Token[], index: number): string {
  let end = index + 1
  while (end < parts.length && parts[end]?.type !== 'softbreak' && parts[end]?.type !== 'hardbreak') end++
  return wordsOf(parts.slice(index + 1, end))
}

const lastBlank = (window: string) => Math.max(window.lastIndexOf(' '), window.lastIndexOf('\n'))

const linesOf = (content: string) => (content === '' ? 0 : content.replace(/\n$/, '').split('\n').length)
const isClosed = ({ map, content }: Token) => map !== null && map[1] - map[0] === linesOf(content) + 2

/** A fence that nothing closes has the rest of the book in it: that is a slip, and its text stays. */
const unclosed = ({ content }: Token): Block[] =>
  content.split(/\n[ \t]*\n/).map((text: string) => ({ text: joinedLines(text.split('\n')) }))
