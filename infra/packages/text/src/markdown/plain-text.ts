import MarkdownIt from 'markdown-it'
import { isAddress } from './address.ts'
import { blocksOf } from './blocks.ts'
import { withoutTables } from './tables.ts'

/**
 * CommonMark with what GitHub strikes through. Blocks of HTML and indented code are read as paragraphs: neither is what a person means who
 * writes a text to be spoken, and emphasis in them is meant.
 */
const parser = new MarkdownIt({ html: true }).disable(['html_block', 'code', 'table'])
parser.validateLink = isAddress
parser.normalizeLink = (address) => address

const mayBeMarkup = /[*_`~[\]<>|\\&#]|^[ \t]*(?:[-+•‣◦▪●○∙·=]|\d+[.)])/m
const bullet = /^[ \t]*[•‣◦▪●○∙·][ \t]+/
/** Deeper than the parser follows: it would leave out the words behind. */
const deep = /^(?=(?:[ \t]*(?:[-+*>]|\d{1,9}[.)])){16})([ \t]*\d*)/

/**
 * The words of a text in Markdown, or of one without any, in which nothing changes. Each letter and digit stays, in order, but for those
 * of the markup itself: targets of links, tags of HTML and their attributes, comments, the language of a block of code.
 */
export function plainText(text: string): string {
  if (!mayBeMarkup.test(text)) return tidy(text)
  const lines = withoutTables(text.split('\n')).map((line) => line.replace(bullet, '').replace(deep, '$1\\'))
  const blocks = blocksOf(parser.parse(lines.join('\n'), {}))
  const joined = blocks.map(({ text: words, from }, index) => {
    const before = blocks[index - 1]
    return `${before ? (from > before.to ? '\n\n' : '\n') : ''}${words}`
  })
  return tidy(joined.join(''))
}

/** Single blanks, none at the ends of lines, at most one empty line. */
const tidy = (text: string) =>
  text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?(\n) ?/g, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
