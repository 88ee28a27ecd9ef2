import { describe, expect, test } from 'vitest'
import { ManuscriptFault } from '../src/manuscript.ts'
import { docxOf, epubFiles, epubOf, type Files, paragraph, xhtml, zipOf } from './support/archives.ts'
import { read, rows } from './support/reading.ts'

const chapters = { a: '<p>A.</p>' }
const epubWith = (more: Files) => epubOf({ chapters, more })
const refusal = async (reading: Promise<unknown>) => {
  const fault = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(fault).toBeInstanceOf(ManuscriptFault)
  return (fault as ManuscriptFault).message
}
const damaged = 'The EPUB is damaged or cut short and cannot be read'

/** The place of a file's line in the archive's directory; 46 bytes before its name. */
const lineOf = (bytes: Uint8Array, path: string) => Buffer.from(bytes).lastIndexOf(path) - 46
/** An archive whose directory says another thing of a file. */
function altered(bytes: Uint8Array, path: string, change: (line: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes)
  change(copy.subarray(lineOf(copy, path)))
  return copy
}

describe('bytes that are no book', () => {
  test.each([
    ['text', Buffer.from([0x80, 0x41]), 'The file is not text in UTF-8: save it as UTF-8 and send it again'],
    ['markdown', Buffer.from('a\0b'), 'The file is not a text: it has bytes that no text has'],
    ['epub', Buffer.from('no archive'), damaged],
    ['epub', Buffer.alloc(0), damaged],
    ['docx', Buffer.from('PK\x03\x04'), 'The Word document is damaged or cut short and cannot be read'],
  ] as const)('as %s are refused with a sentence', async (kind, bytes, sentence) => {
    expect(await refusal(read(kind, bytes))).toBe(sentence)
  })
  test('are refused by what they lack', async () => {
    const zip = await zipOf({ 'a.txt': 'A' })
    expect(await refusal(read('epub', zip))).toBe('The file is no EPUB: it lacks META-INF/container.xml')
    expect(await refusal(read('docx', zip))).toBe('The file is no Word document: it lacks _rels/.rels')
    const { 'OEBPS/text/a.xhtml': _, ...files } = epubFiles({ chapters })
    expect(await refusal(read('epub', await zipOf(files)))).toBe('The EPUB lacks its file OEBPS/text/a.xhtml')
    const none = await zipOf(epubFiles({ chapters: {} }))
    expect(await refusal(read('epub', none))).toBe('The EPUB lists no chapter to read')
  })
  test('of the old Word, or with a password, are refused with what to do', async () => {
    expect(await refusal(read('docx', Buffer.from([0xd0, 0xcf, 0x11, 0xe0])))).toBe(
      'The Word document has a password, or is in the old .doc form: save it as .docx without one',
    )
  })
})

describe('an archive', () => {
  test('that is cut short anywhere is refused', async () => {
    const whole = await epubWith({})
    for (let length = 0; length < whole.length; length += 97)
      expect(await refusal(read('epub', whole.subarray(0, length)))).toBe(damaged)
  })
  test('with a bit that fell over in a chapter is refused', async () => {
    const bytes = Buffer.from(await zipOf(epubFiles({ chapters }), { compress: false }))
    const at = bytes.indexOf('<p>A.</p>')
    bytes[at + 3] = 'B'.charCodeAt(0)
    expect(await refusal(read('epub', bytes))).toBe(damaged)
  })
  test('whose file unpacks to more than it declares is refused once that is unpacked', async () => {
    const honest = await epubOf({ chapters: { a: `<p>${'a'.repeat(100_000)}</p>` } })
    const lie = altered(honest, 'OEBPS/text/a.xhtml', (line) => line.writeUInt32LE(1_000, 24))
    expect(await refusal(read('epub', lie))).toBe(damaged)
  })
  test('that declares more than a book has is refused before it is unpacked', async () => {
    const honest = await epubWith({})
    const lie = altered(honest, 'OEBPS/text/a.xhtml', (line) => line.writeUInt32LE(3_000_000_000, 24))
    expect(await refusal(read('epub', lie))).toBe('The EPUB unpacks to far more than a book has')
  })
  test('that unpacks to too much over all of its files is refused, pictures not counted', async () => {
    const book = {
      chapters: { a: `<p>${'<i/>'.repeat(3_000)}</p>`, b: '<p>B.</p>' },
      more: { 'big.png': 'x'.repeat(90_000) },
    }
    const bytes = await epubOf(book)
    expect(await refusal(read('epub', bytes, { maxUnpackedBytes: 10_000 }))).toBe(
      'The EPUB unpacks to more than 0 MB of text and markup',
    )
    expect(rows(await read('epub', bytes, { maxUnpackedBytes: 20_000 }))).toEqual([['Chapter 1', 'B.']])
  })
  test('that is a bomb is refused: 40 MB of blanks in some 40 KB', async () => {
    const bomb = await docxOf(paragraph('A.') + ' '.repeat(40_000_000))
    expect(bomb.length).toBeLessThan(100_000)
    expect(await refusal(read('docx', bomb))).toBe('The Word document unpacks to far more than a book has')
  })
  test('with too many files, or two of one name, is refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, '']))
    expect(await refusal(read('epub', await epubWith(many)))).toBe('The EPUB has more than 5,000 files in it')
    const twice = await zipOf({ ...epubFiles({ chapters }), 'OEBPS/text/b.xhtml': xhtml('<p>B.</p>') })
    const renamed = Buffer.from(Buffer.from(twice).toString('latin1').replaceAll('b.xhtml', 'a.xhtml'), 'latin1')
    expect(await refusal(read('epub', renamed))).toBe('The EPUB has two files under the name OEBPS/text/a.xhtml')
  })
  test('with names that lead out of it, or are not UTF-8, is refused', async () => {
    const renamed = async (name: string) => {
      const bytes = Buffer.from(await epubWith({ 'aaaaaaaa.txt': 'A' })).toString('latin1')
      return Buffer.from(bytes.replaceAll('aaaaaaaa.txt', name), 'latin1')
    }
    const out = 'The EPUB has a file whose name leads out of it: '
    expect(await refusal(read('epub', await renamed('../../ab.txt')))).toBe(`${out}../../ab.txt`)
    expect(await refusal(read('epub', await renamed('/aaaaaaa.txt')))).toBe(`${out}/aaaaaaa.txt`)
    expect(await refusal(read('epub', await renamed('..\\aaaaa.txt')))).toBe(`${out}../aaaaa.txt`)
    expect(await refusal(read('epub', await renamed('aaaaaaa\xff.txt')))).toBe(
      'The EPUB has a file whose name is not UTF-8',
    )
  })
  test('with an encrypted file, or packed by a method of its own, is refused', async () => {
    const bytes = await epubWith({})
    const path = 'OEBPS/text/a.xhtml'
    const locked = altered(bytes, path, (line) => line.writeUInt16LE(1, 8))
    expect(await refusal(read('epub', locked))).toBe('The EPUB is protected by a password and cannot be read')
    expect(
      await refusal(
        read(
          'epub',
          altered(bytes, path, (line) => line.writeUInt16LE(99, 10)),
        ),
      ),
    ).toBe(damaged)
  })
})

describe('a document in an archive', () => {
  const withDoctype = (doctype: string, text = '&a;') =>
    `<?xml version="1.0"?><!DOCTYPE html ${doctype}><html><body><p>Text ${text}</p></body></html>`
  const entities = 'The file OEBPS/text/a.xhtml in it declares entities of its own, which are not read'
  test.each([
    ['a bomb of entities', '[<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]'],
    ['an entity outside', '[<!ENTITY a SYSTEM "file:///etc/passwd">]'],
    ['a parameter outside', 'SYSTEM "x.dtd" [<!ENTITY % p SYSTEM "http://a.example/p"> %p;]'],
  ])('with %s is refused', async (_, doctype) => {
    const bytes = await epubWith({ 'OEBPS/text/a.xhtml': withDoctype(doctype) })
    expect(await refusal(read('epub', bytes))).toBe(entities)
  })
  test('with a doctype of the standard is read, and nothing is fetched for it', async () => {
    const standard = 'PUBLIC "-//W3C//DTD XHTML 1.1//EN [x]" "http://127.0.0.1:9/xhtml11.dtd"'
    const bytes = await epubWith({ 'OEBPS/text/a.xhtml': withDoctype(standard, '&copy;') })
    expect(rows(await read('epub', bytes))).toEqual([['Chapter 1', 'Text ©']])
  })
  test('that nests its elements deep is refused, and not by a full stack', async () => {
    const deep = (depth: number) => `${'<div>'.repeat(depth)}A.${'</div>'.repeat(depth)}`
    expect(rows(await read('epub', await epubOf({ chapters: { a: deep(900) } })))).toEqual([['Chapter 1', 'A.']])
    const nested = 'in it nests its elements more than 1000 deep'
    expect(await refusal(read('epub', await epubOf({ chapters: { a: deep(10_000) } })))).toContain(nested)
    const row = '<w:tbl><w:tr><w:tc>'
    expect(await refusal(read('docx', await docxOf(row.repeat(10_000))))).toContain(nested)
  })
  test('of Word that is no XML is refused', async () => {
    const malformed = 'The file word/document.xml in it is not well-formed XML'
    expect(await refusal(read('docx', await docxOf('<w:p>')))).toBe(malformed)
    const more = { 'word/document.xml': Buffer.from([0xff, 0x00, 0x41]) }
    expect(await refusal(read('docx', await docxOf('', { more })))).toBe(malformed)
  })
  test('with a tag or a text without end, or a list that no book has, is refused', async () => {
    const tooLong = 'The file OEBPS/text/a.xhtml in it has a tag or a text that is far too long'
    const attributes = Array.from({ length: 2_000 }, (_, at) => `a${at}="1"`).join(' ')
    const unpacked = async (more: Files) => zipOf({ ...epubFiles({ chapters }), ...more }, { compress: false })
    expect(await refusal(read('epub', await epubOf({ chapters: { a: `<p ${attributes}>A.</p>` } })))).toBe(tooLong)
    const blanks = await unpacked({ 'OEBPS/text/a.xhtml': xhtml(' '.repeat(9_000_000)) })
    expect(await refusal(read('epub', blanks))).toBe(tooLong)
    const items = await unpacked({ 'OEBPS/book.opf': `<package>${'<item/>'.repeat(700_000)}</package>` })
    expect(await refusal(read('epub', items))).toBe('The file OEBPS/book.opf in it is far longer than that of a book')
  })
  test('with slips beyond count is refused', async () => {
    expect(await refusal(read('epub', await epubOf({ chapters: { a: '</x>'.repeat(20_000) } })))).toBe(
      'The file OEBPS/text/a.xhtml in it is not well-formed XML',
    )
  })
})

/** Quadratic time would be minutes here, and end by the limit of a test. */
describe('a hostile file takes time in proportion to its length', () => {
  const half = 500_000
  test.each([
    ['headings without text', 'text', 'Chapter 1\n\n'.repeat(half / 8)],
    ['one word', 'text', 'a'.repeat(half)],
    ['blanks alone', 'text', ' \n\t'.repeat(half)],
    ['numbers of sentences', 'text', '1. '.repeat(half / 2)],
    ['items', 'markdown', '- a\n'.repeat(half / 8)],
    ['quotes in quotes', 'markdown', `${'> '.repeat(15)}a\n${'a\n'.repeat(half / 4)}`],
    ['links that nothing closes', 'markdown', '[a](b '.repeat(half / 8)],
    ['emphasis without blanks', 'markdown', '*a_'.repeat(half / 4)],
    ['code that nothing closes', 'markdown', '`a``'.repeat(half / 8)],
    ['front matter that nothing closes', 'markdown', `---\n${'a: b\n'.repeat(half / 8)}`],
    ['headings', 'markdown', '# a\n'.repeat(half / 8)],
    ['tables', 'markdown', 'a|b\n-|-\n'.repeat(half / 16)],
  ] as const)('%s, as %s', async (_, kind, text) => {
    await read(kind, text, { maxChapters: 1_000_000 }).catch((fault: unknown) => {
      expect(fault).toBeInstanceOf(ManuscriptFault)
    })
  })
  test.each([
    ['closings of elements that are open', `${'<b>'.repeat(900)}${'<i></i>'.repeat(half)}`],
    ['attributes', `<p ${Array.from({ length: 100_000 }, (_, at) => `a${at}="1"`).join(' ')}>A.</p>`],
    ['rows', `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(half / 16)}</table>`],
    ['ids', '<p id="x">a</p>'.repeat(half / 8)],
    ['an entity without an end', `<p>&${'a'.repeat(half)}</p>`],
    ['paragraphs', '<p>a</p>'.repeat(half)],
    ['titles', '<h1>a</h1>'.repeat(half)],
  ])('%s, as EPUB', async (_, body) => {
    await read('epub', await epubOf({ chapters: { a: body, b: '<p>B.</p>' } })).catch((fault: unknown) => {
      expect(fault).toBeInstanceOf(ManuscriptFault)
    })
  })
})
