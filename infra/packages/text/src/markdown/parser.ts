import MarkdownIt from 'markdown-it'
import { isAddress } from './address.ts'
import { withoutTables } from './tables.ts'

const bullet = /^[ \t]*[•‣◦▪●○∙·][ \t]+/
/** Deeper than the parser follows: it would leave out the words behind. */
const deep = /^(?=(?:[ \t]*(?:[-+*>]|\d{1,9}[.)])){16})([ \t]*\d*)/

/**
 * CommonMark with what GitHub strikes through. Blocks of HTML and indented code are read as paragraphs: neither is what a person means who
 * writes a text to be spoken, and emphasis in them is meant.
 */
export function createMarkdownParser(): InstanceType<typeof MarkdownIt> {
  const parser = new MarkdownIt({ html: true }).disable(['html_block', 'code', 'table'])
  parser.validateLink = isAddress
  parser.normalizeLink = (address) => address
  return parser
}

/**
 * A text in Markdown as this parser takes it: tables are rows of cells with commas.
 * @param rowEnd is put behind each row of a table
 */
export const markdownSource = (text: string, rowEnd = ''): string =>
  withoutTables(text.split('\n'), rowEnd)
    .map((line) => line.replace(bullet, '').replace(deep, '$1\\'))
    .join('\n')
