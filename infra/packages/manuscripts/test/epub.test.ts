import { describe, expect, test } from 'vitest'
import { type EpubParts, epubFiles, epubOf, xhtml, zipOf } from './support/archives.ts'
import { read, rows } from './support/reading.ts'

const readEpubOf = async (parts: EpubParts) => read('epub', await epubOf(parts))
const chaptersOf = async (parts: EpubParts) => rows(await readEpubOf(parts))
const oneChapter = async (body: string) => (await chaptersOf({ chapters: { a: body } }))[0]?.slice(1)
const link = (address: string, title: string, inner = '') => `<li><a href="${address}">${title}</a>${inner}</li>`

describe('an EPUB', () => {
  test('has title and language of its metadata, chapters in the order of its spine, titles of nav.xhtml', async () => {
    const manuscript = await readEpubOf({
      metadata: '<dc:title>Emma &amp; I</dc:title><dc:language>en-gb</dc:language>',
      chapters: {
        cover: '<img src="cover.png" alt="A cover"/>',
        b: '<h1>1</h1><p>First.</p>',
        a: '<h2>Two:</h2><h3>The End</h3><p>Second.</p>',
      },
      nav: link('text/cover.xhtml', 'Cover') + link('text/b.xhtml', 'One') + link('text/a.xhtml', 'Two: The End'),
    })
    expect(manuscript).toEqual({
      title: 'Emma & I',
      language: 'en-GB',
      chapters: [
        { title: 'One', paragraphs: [{ text: '1' }, { text: 'First.' }] },
        { title: 'Two: The End', paragraphs: [{ text: 'Second.' }] },
      ],
      speakers: [],
    })
  })
  test('has titles of toc.ncx, and a chapter at each place that its outer lines name in a file', async () => {
    const point = (address: string, title: string, inner = '') =>
      `<navPoint><navLabel><text>${title}</text></navLabel><content src="${address}"/>${inner}</navPoint>`
    const ncx = `<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd"><ncx><navMap>${point('text/a.xhtml#one', 'One', point('text/a.xhtml#inner', 'Inner'))}${point('text/a.xhtml#two', 'Two')}${point('text/b.xhtml', 'Three')}</navMap></ncx>`
    const a =
      '<div><h2 id="one">One</h2><p>A.</p><h3 id="inner">Inner</h3><p>B.</p><h2><a id="two"/>Two</h2><p>C.</p></div>'
    expect(await chaptersOf({ chapters: { a, b: '<p>D.</p>' }, ncx })).toEqual([
      ['One', 'A.', 'Inner', 'B.'],
      ['Two', 'C.'],
      ['Three', 'D.'],
    ])
  })
  test('without contents has titles of first headings, else numbers', async () => {
    expect(await chaptersOf({ chapters: { a: '<p>By</p><h2>A <i>tale</i></h2><p>A.</p>', b: '<p>B.</p>' } })).toEqual([
      ['A tale', 'By', 'A.'],
      ['Chapter 2', 'B.'],
    ])
  })
  test('goes on with a chapter in a file that neither the contents nor a heading names', async () => {
    const nav = link('text/a.xhtml', 'One') + link('text/c.xhtml', 'Two')
    expect(await chaptersOf({ chapters: { a: '<p>A.</p>', b: '<p>B.</p>', c: '<p>C.</p>' }, nav })).toEqual([
      ['One', 'A.', 'B.'],
      ['Two', 'C.'],
    ])
  })
  test('leaves out files beside the reading order, and pages that are tables of contents', async () => {
    const contents = ['a', 'b', 'c'].map((name) => `<p><a href="${name}.xhtml">Chapter ${name}</a></p>`).join('')
    expect(
      await chaptersOf({
        chapters: { toc: `<h1>Contents</h1>${contents}`, a: '<h1>A</h1><p>One.</p>', notes: '<p>Note.</p>' },
        spine: { notes: 'linear="no"' },
      }),
    ).toEqual([['A', 'One.']])
  })
  test('has the title page of a part before the title of the next chapter, and that of the book nowhere', async () => {
    const chapters = { t: '<h1>The Book</h1>', p: '<h1>Part One</h1>', a: '<h1>Chapter 1</h1><p>A.</p>' }
    const metadata = '<dc:title>The Book</dc:title>'
    expect(await chaptersOf({ chapters, metadata })).toEqual([['Part One: Chapter 1', 'A.']])
  })
  test('finds files by addresses with escapes and steps', async () => {
    const files = epubFiles({ chapters: { a: '' } })
    const opf = String(files['OEBPS/book.opf']).replace('text/a.xhtml', '../OEBPS/./text/A%20%C3%A9.xhtml')
    const moved = { ...files, 'OEBPS/book.opf': opf, 'OEBPS/text/A é.xhtml': xhtml('<p>Found.</p>') }
    expect(rows(await read('epub', await zipOf(moved)))).toEqual([['Chapter 1', 'Found.']])
  })
})

describe('a chapter of an EPUB', () => {
  test('has no scripts, styles, navigation, notes, page numbers or reading aids', async () => {
    const body = `<script>var a</script><style>p{}</style><nav><ol><li>Contents</li></ol></nav>
      <p>Some<a epub:type="noteref" href="#n1">1</a> words<sup><a href="#n2">2</a></sup>, <span epub:type="pagebreak" title="3">3</span>and<span role="doc-pagebreak">4</span>
      H<sub>2</sub>O, 10<sup>3</sup>, <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>.</p>
      <aside epub:type="footnote" id="n1"><p>A note.</p></aside><p hidden="hidden">Hidden.</p><svg><text>Drawn</text></svg>`
    expect(await oneChapter(body)).toEqual(['Some words, and H2O, 103, 漢.'])
  })
  test('has a paragraph for each block, a line for each break, a paragraph for each row', async () => {
    const body = `<p>One
      <b>two</b></p>loose<div>inner<p>three</p>tail</div><ul><li>item</li><li><p>other</p></li></ul><p>A verse,<br/>its end</p>
      <pre>kept\nlines</pre><table><tr><th>a</th><th>b</th></tr><tr><td><p>c</p><p>d</p></td><td>e</td></tr><tr><td><p>f</p><p>g</p></td></tr></table>`
    expect(await oneChapter(body)).toEqual([
      ...['One two', 'loose', 'inner', 'three', 'tail', 'item', 'other', 'A verse,\nits end', 'kept\nlines'],
      ...['a, b', 'c d, e', 'f', 'g'],
    ])
  })
  test('is read in spite of slips, and with the named characters of HTML', async () => {
    expect(await oneChapter('<p>Tom & Jerry&nbsp;&mdash; caf&eacute;<br>next</p><p>3 < 4 &constructor;</p>')).toEqual([
      'Tom & Jerry\u00a0— café\nnext',
      expect.stringContaining('4 &constructor;'),
    ])
  })
  test('may be in UTF-16, or in the encoding that it declares', async () => {
    const files = epubFiles({ chapters: { a: '', b: '' } })
    const a = Buffer.from(`\uFEFF${xhtml('<p>É</p>').replace('UTF-8', 'UTF-16')}`, 'utf16le')
    const b = Buffer.from(xhtml('<p>é</p>').replace('UTF-8', 'iso-8859-1'), 'latin1')
    const bytes = await zipOf({ ...files, 'OEBPS/text/a.xhtml': a, 'OEBPS/text/b.xhtml': b })
    expect(rows(await read('epub', bytes))).toEqual([
      ['Chapter 1', 'É'],
      ['Chapter 2', 'é'],
    ])
  })
})

const encrypted = (address: string, method: string) =>
  `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><enc:EncryptedData xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptionMethod Algorithm="${method}"/><enc:CipherData><enc:CipherReference URI="${address}"/></enc:CipherData></enc:EncryptedData></encryption>`

describe('a protected EPUB', () => {
  const chapters = { a: '<p>A.</p>' }
  test('is refused where a chapter is encrypted', async () => {
    const more = {
      'META-INF/encryption.xml': encrypted('OEBPS/text/a.xhtml', 'http://www.w3.org/2001/04/xmlenc#aes128-cbc'),
    }
    await expect(readEpubOf({ chapters, more })).rejects.toThrow('The EPUB is protected (DRM) and cannot be read')
  })
  test('is read where a font alone is obfuscated', async () => {
    const more = { 'META-INF/encryption.xml': encrypted('OEBPS/font.otf', 'http://www.idpf.org/2008/embedding') }
    expect(await chaptersOf({ chapters, more })).toEqual([['Chapter 1', 'A.']])
  })
})
