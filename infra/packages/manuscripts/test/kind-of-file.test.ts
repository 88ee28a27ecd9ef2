import { expect, test } from 'vitest'
import { kindOfFile } from '../src/kind-of-file.ts'
import { docxOf, epubOf, paragraph, zipOf } from './support/archives.ts'

const words = Buffer.from('Some words')
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test.each([
  ['text/plain; charset=utf-8', undefined, 'text'],
  ['text/markdown', undefined, 'markdown'],
  ['application/octet-stream', 'Book.MD', 'markdown'],
  ['text/plain', 'book.md', 'markdown'],
  [undefined, 'book.txt', 'text'],
  [undefined, undefined, 'text'],
  ['', 'README', 'text'],
  ['text/html', undefined, undefined],
  [undefined, 'book.html', undefined],
  ['application/epub+zip', 'book.epub', undefined],
  [undefined, 'constructor', 'text'],
  [undefined, 'a.pages', undefined],
  ['constructor', undefined, undefined],
])('words that are declared %s and called %s are %s', (type, name, kind) => {
  expect(kindOfFile(type, name, words)).toBe(kind)
})

test.each([
  ['a PDF', Buffer.from('%PDF-1.7')],
  ['RTF', Buffer.from('{\\rtf1 Words}')],
  ['an old Word document', Buffer.from([0xd0, 0xcf, 0x11, 0xe0])],
  ['a program', Buffer.from([0x7f, 0x45, 0, 1])],
])('%s is of no kind, whatever it is called', (_, bytes) => {
  expect(kindOfFile('text/plain', 'book.txt', bytes)).toBeUndefined()
})

test('UTF-16 is a text', () => {
  expect(kindOfFile(undefined, 'a.txt', Buffer.from('\uFEFFWords', 'utf16le'))).toBe('text')
})

test('an archive is what is in it, before its name', async () => {
  const epub = await epubOf({ chapters: { a: '<p>A.</p>' } })
  const docx = await docxOf(paragraph('A.'))
  const other = await zipOf({ 'a.txt': 'A' })
  expect(kindOfFile('text/plain', 'a.docx', epub)).toBe('epub')
  expect(kindOfFile(undefined, undefined, docx)).toBe('docx')
  expect(kindOfFile(undefined, 'a.zip', other)).toBeUndefined()
  expect(kindOfFile(docxType, undefined, other)).toBe('docx')
  expect(kindOfFile(undefined, 'a.epub', other)).toBe('epub')
})
