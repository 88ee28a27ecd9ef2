import Papa from 'papaparse'
import { type MessageDescriptor, msg, t } from '../../../lib/language/words.ts'

export type ListFormat = 'csv' | 'jsonl' | 'lines'

export const readAs: Record<ListFormat, MessageDescriptor> = {
  csv: msg('Read as CSV.'),
  jsonl: msg('Read as JSON Lines.'),
  lines: msg('Read as Plain lines.'),
}

/** A job of the list as it was written, and the line of the text on which it begins, from 1. */
export interface WrittenLine {
  line: number
  text: string
  voice?: string
  kind?: string
}

export interface LineFault {
  line: number
  /** As a person names it: 'text', 'voice', 'kind'; of a line that cannot be read at all 'line'. */
  field: string
  message: string
}

export interface ReadList {
  format: ListFormat
  lines: WrittenLine[]
  faults: LineFault[]
  /** Columns or fields that are left out. */
  unread: string[]
}

const columns = { text: ['text', 'usertext'], voice: ['voice', 'voiceid'], kind: ['kind'] } as const
type Column = keyof typeof columns

/** The column of a heading or of a field, in any of its spellings: 'userText', 'User text', 'user_text'. */
function columnOf(name: string): Column | undefined {
  const plain = name.toLowerCase().replace(/[\s_-]/g, '')
  return (Object.keys(columns) as Column[]).find((column) => (columns[column] as readonly string[]).includes(plain))
}

const ofName: [RegExp, ListFormat][] = [
  [/\.(csv|tsv)$/i, 'csv'],
  [/\.(jsonl|ndjson)$/i, 'jsonl'],
  [/\.txt$/i, 'lines'],
]

/** The format of a file by its name, else of a text by its look. */
export function formatOf(text: string, name = ''): ListFormat {
  const named = ofName.find(([pattern]) => pattern.test(name))
  if (named) return named[1]
  const [first = ''] = text.trimStart().split('\n', 1)
  if (first.startsWith('{')) return 'jsonl'
  const headings = first.split(/[,;\t]/).map((heading) => columnOf(heading))
  return headings.includes('text') ? 'csv' : 'lines'
}

const readers: Record<ListFormat, (text: string) => Omit<ReadList, 'format'>> = {
  lines: (text) => ({
    lines: text.split('\n').flatMap((row, index) => (row.trim() ? [{ line: index + 1, text: row.trim() }] : [])),
    faults: [],
    unread: [],
  }),
  jsonl: readJsonLines,
  csv: readCsv,
}

/** The jobs of a list. Empty lines are none. */
export function readList(text: string, name?: string): ReadList {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const format = formatOf(plain, name)
  return { format, ...readers[format](plain) }
}

function readJsonLines(text: string): Omit<ReadList, 'format'> {
  const read: Omit<ReadList, 'format'> = { lines: [], faults: [], unread: [] }
  for (const [index, row] of text.split('\n').entries()) {
    if (row.trim() === '') continue
    const line = index + 1
    const value = parsed(row)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      read.faults.push({ line, field: 'line', message: t('This is no JSON object') })
    else read.lines.push(lineOf(line, Object.entries(value), read))
  }
  return read
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function readCsv(text: string): Omit<ReadList, 'format'> {
  const read: Omit<ReadList, 'format'> = { lines: [], faults: [], unread: [] }
  let headings: string[] | undefined
  let [line, readTo] = [1, 0]
  Papa.parse<string[]>(text, {
    delimitersToGuess: [',', ';', '\t'],
    step: ({ data, errors, meta }) => {
      const begun = line
      line += text.slice(readTo, meta.cursor).split('\n').length - 1
      readTo = meta.cursor
      if (data.every((cell) => cell.trim() === '')) return
      if (!headings) {
        headings = data.some((cell) => columnOf(cell) === 'text') ? data : undefined
        if (headings) return
        // A list of one column needs no heading.
        headings = ['text']
        if (data.length > 1)
          read.faults.push({ line: begun, field: 'line', message: t('The first line has to name a column ‘text’') })
      }
      if (errors.some(({ type }) => type === 'Quotes'))
        read.faults.push({ line: begun, field: 'line', message: t('A quotation mark is not closed') })
      const cells = headings.map((heading, index): [string, unknown] => [heading, data[index] ?? ''])
      if (data.length > headings.length && headings.length > 1)
        read.faults.push({ line: begun, field: 'line', message: t('It has more cells than there are columns') })
      read.lines.push(lineOf(begun, cells, read))
    },
  })
  return read
}

/** A job by its named cells. Cells that are not read are noted; empty ones are none. */
function lineOf(line: number, cells: [string, unknown][], read: Omit<ReadList, 'format'>): WrittenLine {
  const written: WrittenLine = { line, text: '' }
  for (const [name, value] of cells) {
    const column = columnOf(name)
    if (!column && !read.unread.includes(name)) read.unread.push(name)
    if (!column || value === undefined || value === null || value === '') continue
    if (typeof value === 'string') written[column] = value.trim()
    else read.faults.push({ line, field: column, message: t('The {column} has to be a text', { column }) })
  }
  return written
}
