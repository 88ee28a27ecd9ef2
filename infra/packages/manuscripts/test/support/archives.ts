import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export type Files = Record<string, string | Uint8Array>

/** A ZIP archive of these files, in this order, as another library writes it. */
export async function zipOf(files: Files, { compress = true } = {}): Promise<Uint8Array> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), path, { compress: compress && path !== 'mimetype' })
  zip.end()
  return buffer(zip.outputStream as NodeJS.ReadableStream)
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const xhtml = (body: string, head = '<title>A page</title>'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head>${head}</head><body>${body}</body></html>`

export type EpubParts = {
  /** Bodies of chapters by name, in the order of the spine. */
  chapters: Record<string, string>
  metadata?: string
  /** The lines of the contents: address and title. */
  nav?: string
  ncx?: string
  /** Attributes of a chapter's line in the spine. */
  spine?: Record<string, string>
  more?: Files
}

const container =
  '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'

export function epubFiles({ chapters, metadata = '', nav, ncx, spine = {}, more = {} }: EpubParts): Files {
  const names = Object.keys(chapters)
  const items = names.map((name) => `<item id="${name}" href="text/${name}.xhtml" media-type="application/xhtml+xml"/>`)
  if (nav !== undefined)
    items.push('<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>')
  if (ncx !== undefined) items.push('<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>')
  const refs = names.map((name) => `<itemref idref="${name}" ${spine[name] ?? ''}/>`)
  const opf = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata}</metadata><manifest>${items.join('')}</manifest><spine${ncx === undefined ? '' : ' toc="ncx"'}>${refs.join('')}</spine></package>`
  return {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container,
    'OEBPS/book.opf': opf,
    ...(nav !== undefined && { 'OEBPS/nav.xhtml': xhtml(`<nav epub:type="toc"><ol>${nav}</ol></nav>`) }),
    ...(ncx !== undefined && { 'OEBPS/toc.ncx': ncx }),
    ...Object.fromEntries(names.map((name) => [`OEBPS/text/${name}.xhtml`, xhtml(chapters[name] ?? '')])),
    ...more,
  }
}

export const epubOf = (parts: EpubParts): Promise<Uint8Array> => zipOf(epubFiles(parts))

const wordNamespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
const styles = `<w:styles ${wordNamespaces}><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="de-DE"/></w:rPr></w:rPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>
<w:style w:type="paragraph" w:styleId="Eigene"><w:name w:val="My chapters"/><w:basedOn w:val="berschrift1"/></w:style>
<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style></w:styles>`

export function docxFiles(body: string, { title = '', more = {} }: { title?: string; more?: Files } = {}): Files {
  const relations = 'http://schemas.openxmlformats.org'
  return {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships xmlns="${relations}/package/2006/relationships"><Relationship Id="r1" Type="${relations}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/><Relationship Id="r2" Type="${relations}/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document ${wordNamespaces}><w:body>${body}<w:sectPr/></w:body></w:document>`,
    'word/styles.xml': styles,
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="x" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`,
    ...more,
  }
}

export const docxOf = (body: string, options: { title?: string; more?: Files } = {}): Promise<Uint8Array> =>
  zipOf(docxFiles(body, options))

export const run = (text: string): string => `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`
export const paragraph = (text: string, style?: string): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}${run(text)}</w:p>`
