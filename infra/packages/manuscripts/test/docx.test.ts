import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { docxFiles, docxOf, paragraph, run, zipOf } from './support/archives.ts'
import { read, rows } from './support/reading.ts'

const chaptersOf = async (body: string) => rows(await read('docx', await docxOf(body)))
const paragraphsOf = async (body: string) => (await chaptersOf(body))[0]?.slice(1)

describe('a Word document', () => {
  test('has chapters by its styles, whose names are English in each language, and title and language of its properties', async () => {
    const body = [
      paragraph('My novel', 'Titel'),
      paragraph('Contents ..... 1', 'Verzeichnis1'),
      paragraph('One', 'berschrift1'),
      paragraph('A.'),
      paragraph('Inner', 'berschrift2'),
      paragraph('B.'),
      paragraph('Two', 'Eigene'),
      paragraph('C.'),
    ].join('')
    expect(await read('docx', await docxOf(body, { title: 'My novel' }))).toEqual({
      title: 'My novel',
      language: 'de-DE',
      chapters: [
        { title: 'One', paragraphs: [{ text: 'A.' }, { text: 'Inner' }, { text: 'B.' }] },
        { title: 'Two', paragraphs: [{ text: 'C.' }] },
      ],
      speakers: [],
    })
    expect((await read('docx', await docxOf(body))).title).toBe('My novel')
  })
  test('has chapters by outline levels, and by typed headings where it has no other', async () => {
    const outlined = (text: string) => `<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>${run(text)}</w:p>`
    expect(await chaptersOf(`${outlined('X')}${paragraph('A.')}${outlined('Y')}${paragraph('B.')}`)).toEqual([
      ['X', 'A.'],
      ['Y', 'B.'],
    ])
    expect(await chaptersOf(['Chapter 1', 'A.', 'Chapter 2', 'B.'].map((text) => paragraph(text)).join(''))).toEqual([
      ['Chapter 1', 'A.'],
      ['Chapter 2', 'B.'],
    ])
  })
  test('has inserted text, and none that was deleted, moved away or hidden', async () => {
    const body = `<w:p>${run('One ')}<w:del><w:r><w:delText>lost</w:delText></w:r></w:del><w:ins>${run('two')}</w:ins><w:moveFrom>${run('moved')}</w:moveFrom><w:moveTo>${run(' three')}</w:moveTo>
      <w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>${run('.')}</w:p>
      <w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${run('Joined ')}</w:p>${paragraph('here.')}`
    expect(await paragraphsOf(body)).toEqual(['One two three.', 'Joined here.'])
  })
  test('has no numbers of notes, codes of fields or second forms of drawings', async () => {
    const box = (text: string) => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`
    const body = `<w:p>${run('Text')}<w:r><w:footnoteReference w:id="1"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>${run('.')}</w:p>
      <w:p><w:r><mc:AlternateContent><mc:Choice>${box('Boxed.')}</mc:Choice><mc:Fallback>${box('Boxed.')}</mc:Fallback></mc:AlternateContent></w:r></w:p>`
    expect(await paragraphsOf(body)).toEqual(['Text.', 'Boxed.'])
  })
  test('has tables row by row, with the paragraphs of a layout of one cell', async () => {
    const cell = (...texts: string[]) => `<w:tc>${texts.map((text) => paragraph(text)).join('')}</w:tc>`
    const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`
    const inner = `<w:tc><w:tbl>${row(cell('x'), cell('y'))}</w:tbl>${paragraph('z')}</w:tc>`
    const body = `<w:tbl>${row(cell('a'), cell('b', 'c'))}${row(cell('d', 'e'))}${row(inner, cell('f'))}</w:tbl>`
    expect(await paragraphsOf(body)).toEqual(['a, b c', 'd', 'e', 'x y z, f'])
  })
  test('has blanks for tabs, lines for breaks, and hyphens that are not broken', async () => {
    const body = `<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t></w:r></w:p>`
    expect(await paragraphsOf(body)).toEqual(['a b\nc-d'])
  })
  test('is read without styles and properties', async () => {
    const {
      'word/styles.xml': _,
      'docProps/core.xml': __,
      ...files
    } = docxFiles(['One', 'Two'].map((title) => paragraph(title, 'Heading1') + paragraph('Text.')).join(''))
    expect(await read('docx', await zipOf(files))).toEqual({
      chapters: ['One', 'Two'].map((title) => ({ title, paragraphs: [{ text: 'Text.' }] })),
      speakers: [],
    })
  })
})

const samples = join(dirname(createRequire(import.meta.url).resolve('mammoth/package.json')), 'test/test-data')
describe('a document that Word or LibreOffice wrote', () => {
  test.each([
    ['single-paragraph', ['Walking on imported air']],
    ['strict-format', ['Test']],
    ['simple-list', ['Apple', 'Banana']],
    ['tables', ['Above', 'Top left, Top right', 'Bottom left, Bottom right', 'Below']],
    ['footnotes', ['Ouch.']],
    ['endnotes', ['Ouch.']],
    ['comments', ['Ouch.']],
    ['text-box', ['Datum plane']],
    ['utf8-bom', ['This XML has a byte order mark.']],
  ])('%s has its paragraphs', async (name, paragraphs) => {
    expect(rows(await read('docx', readFileSync(join(samples, `${name}.docx`))))).toEqual([['Text', ...paragraphs]])
  })
  test('has no text to speak where there is none', async () => {
    await expect(read('docx', readFileSync(join(samples, 'empty.docx')))).rejects.toThrow(
      'The file has no text to speak',
    )
  })
})
