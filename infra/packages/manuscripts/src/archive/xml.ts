import { characterEntities } from 'character-entities'
import { SaxesParser } from 'saxes'
import { ManuscriptFault } from '../manuscript.ts'
import type { Pacer } from '../pacer.ts'
import { shown } from './archive.ts'

/** Characters that are parsed before others have a turn. */
const sliceLength = 64 * 1_024
const maxDepth = 1_000
const maxAttributes = 1_000
/** Characters between two tags, or in one, such as a picture's: the parser keeps them. */
const maxBetweenTags = 8 * 1_024 * 1_024
/** The longest reference to a character, and more. */
const maxReference = 50
/** Slips of a chapter that are passed over, as reading systems do. */
const maxSlips = 10_000

export type Attributes = Readonly<Record<string, string>>

/** Elements and texts in the order of the document, one after the other: no depth of nesting is a depth of calls. */
export type XmlVisitor = {
  /** @param name with its prefix: `w:p` */
  open: (name: string, attributes: Attributes) => void
  text: (text: string) => void
  close: (name: string) => void
}

export type XmlSource = { path: string; bytes: Uint8Array; turn: Pacer }

/**
 * Reads a document of XML. Nothing outside of it is fetched, and no entity is expanded but those of HTML.
 * @param isLenient passes over slips, such as an `&` alone or a `<br>` that is not closed
 * @throws ManuscriptFault where it declares entities, nests too deep, has a tag without end, or is not well-formed
 */
export async function readXml(
  { path, bytes, turn }: XmlSource,
  visitor: XmlVisitor,
  { isLenient = false } = {},
): Promise<void> {
  const parser = new SaxesParser({ position: false, xmlns: false })
  // Without a prototype: `&constructor;` is no entity.
  parser.ENTITIES = Object.assign(Object.create(null), characterEntities)
  let depth = 0
  let slips = 0
  let attributeCount = 0
  let sinceTag = 0
  const malformed = (cause?: unknown) =>
    new ManuscriptFault(`The file ${shown(path)} in it is not well-formed XML`, { cause })
  const tooLong = () => new ManuscriptFault(`The file ${shown(path)} in it has a tag or a text that is far too long`)
  parser.on('error', (error) => {
    if (!isLenient || ++slips > maxSlips) throw malformed(error)
  })
  parser.on('doctype', (doctype) => {
    if (/\[|<!ENTITY/i.test(doctype.replace(/"[^"]*"|'[^']*'/g, '')))
      throw new ManuscriptFault(`The file ${shown(path)} in it declares entities of its own, which are not read`)
  })
  parser.on('attribute', () => {
    if (++attributeCount > maxAttributes) throw tooLong()
  })
  parser.on('opentag', ({ name, attributes }) => {
    attributeCount = 0
    sinceTag = 0
    if (++depth > maxDepth)
      throw new ManuscriptFault(`The file ${shown(path)} in it nests its elements more than ${maxDepth} deep`)
    visitor.open(name, attributes)
  })
  parser.on('text', visitor.text)
  parser.on('cdata', visitor.text)
  parser.on('closetag', ({ name }) => {
    depth--
    sinceTag = 0
    visitor.close(name)
  })
  for (const slice of slicesOf(decodedXml(bytes, malformed))) {
    sinceTag += slice.length
    if (sinceTag > maxBetweenTags) throw tooLong()
    parser.write(isLenient ? withReferences(slice) : slice)
    await turn()
  }
  parser.close()
}

/** Slices of a document that do not end within a reference, such as `&amp;`. */
function* slicesOf(xml: string): Generator<string> {
  for (let at = 0; at < xml.length; ) {
    const slice = xml.slice(at, at + sliceLength)
    const reference = slice.lastIndexOf('&')
    const isCut = reference > 0 && slice.length - reference < maxReference && slice.length === sliceLength
    const length = isCut ? reference : slice.length
    yield slice.slice(0, length)
    at += length
  }
}

/** An `&` alone would take the text up to the next `;` for its name. */
const withReferences = (xml: string) => xml.replace(/&(?!#?\w{1,40};)/g, '&amp;')

/** By its mark, else by its declaration, else as UTF-8. */
function decodedXml(bytes: Uint8Array, malformed: (cause: unknown) => ManuscriptFault): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1] ?? 'utf-8'
  const marked = start.startsWith('\xff\xfe') ? 'utf-16le' : start.startsWith('\xfe\xff') ? 'utf-16be' : undefined
  try {
    return new TextDecoder(marked ?? (start.startsWith('\xef\xbb\xbf') ? 'utf-8' : declared), { fatal: true }).decode(
      bytes,
    )
  } catch (cause) {
    throw malformed(cause)
  }
}

export type XmlElement = { name: string; attributes: Attributes; text: string }

/** A name without its prefix. */
export const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** The elements of these local names in the order of their ends, each with its text. Slips are passed over. */
export async function readElements(source: XmlSource, names: readonly string[]): Promise<XmlElement[]> {
  const found: XmlElement[] = []
  const opened: { element: XmlElement; texts: string[] }[] = []
  await readXml(
    source,
    {
      open: (name, attributes) => {
        const element = { name: localName(name), attributes, text: '' }
        if (names.includes(element.name)) opened.push({ element, texts: [] })
      },
      text: (text) => {
        opened.at(-1)?.texts.push(text)
      },
      close: (name) => {
        if (!names.includes(localName(name))) return
        const { element, texts } = opened.pop() ?? {}
        if (element) found.push({ ...element, text: (texts ?? []).join('').trim() })
      },
    },
    { isLenient: true },
  )
  return found
}
