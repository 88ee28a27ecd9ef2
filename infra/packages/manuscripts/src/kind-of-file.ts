import type { ManuscriptKind } from './manuscript.ts'

const byExtension: Record<string, ManuscriptKind> = {
  txt: 'text',
  text: 'text',
  md: 'markdown',
  markdown: 'markdown',
  mdown: 'markdown',
  mkd: 'markdown',
  epub: 'epub',
  docx: 'docx',
}
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const byType: Record<string, ManuscriptKind> = {
  'text/plain': 'text',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'application/epub+zip': 'epub',
  [docxType]: 'docx',
}
const undeclared = new Set(['', 'application/octet-stream', 'binary/octet-stream'])
/** Where a ZIP archive has the content of its first file when that is `mimetype`, as EPUB has it. */
const epubMark = 'mimetypeapplication/epub+zip'

/**
 * The kind of a file, undefined for one that is none of ours. Its bytes count before its name, and its name before its declared type:
 * browsers declare `application/octet-stream` for Markdown, and the wrong type for a renamed file.
 * @param firstBytes some 512 of them, or all
 */
export function kindOfFile(
  contentType: string | undefined,
  fileName: string | undefined,
  firstBytes: Uint8Array,
): ManuscriptKind | undefined {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const extension = /\.([a-z\d]{1,10})$/i.exec(fileName ?? '')?.[1]?.toLowerCase() ?? ''
  const named = ownValue(byExtension, extension) ?? ownValue(byType, type)
  if (isArchive(firstBytes)) return kindOfArchive(firstBytes, named)
  if (!isText(firstBytes)) return undefined
  if (named) return named === 'text' || named === 'markdown' ? named : undefined
  return undeclared.has(type) && extension === '' ? 'text' : undefined
}

const ownValue = (table: Record<string, ManuscriptKind>, key: string) =>
  Object.hasOwn(table, key) ? table[key] : undefined
const isArchive = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

function kindOfArchive(bytes: Uint8Array, named: ManuscriptKind | undefined): ManuscriptKind | undefined {
  const start = latin1(bytes)
  if (start.includes(epubMark)) return 'epub'
  if (/\[Content_Types\]\.xml|word\/|_rels\/\.rels/.test(start)) return named === 'epub' ? undefined : 'docx'
  return named === 'epub' || named === 'docx' ? named : undefined
}

function isText(bytes: Uint8Array): boolean {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isUtf16) return true
  const start = latin1(bytes)
  return !start.includes('\0') && !others.some((mark) => start.startsWith(mark))
}

/** PDF, RTF, and the containers of the old Word. */
const others = ['%PDF-', '{\\rtf', '\xd0\xcf\x11\xe0']

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 512)).toString('latin1')
