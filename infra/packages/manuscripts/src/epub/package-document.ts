import { type Archive, maxListBytes } from '../archive/archive.ts'
import { resolveAddress } from '../archive/paths.ts'
import { readElements, type XmlElement } from '../archive/xml.ts'
import { ManuscriptFault } from '../manuscript.ts'
import type { Pacer } from '../pacer.ts'

/** An EPUB's package document: its metadata, and paths in the archive. */
export type EpubPackage = {
  title: string | undefined
  language: string | undefined
  /** Chapters in reading order, without those that are `linear="no"`. */
  documents: string[]
  /** The table of contents of EPUB 3, and that of EPUB 2. */
  nav: string | undefined
  ncx: string | undefined
}

const isDocument = (item: XmlElement | undefined) =>
  /^(?:application\/xhtml\+xml|text\/html|application\/x-dtbook\+xml|text\/x-oeb1-document)$/i.test(
    item?.attributes['media-type'] ?? '',
  )

/** @throws ManuscriptFault where there is none, or no chapter in it */
export async function readPackage(archive: Archive, turn: Pacer): Promise<EpubPackage> {
  const opf = await pathOfPackage(archive, turn)
  const names = ['title', 'language', 'item', 'itemref', 'spine']
  const elements = await readElements(
    { path: opf, bytes: await archive.read(opf, { maxBytes: maxListBytes }), turn },
    names,
  )
  const ofName = (name: string) => elements.filter((element) => element.name === name)
  const items = new Map(ofName('item').map((item) => [item.attributes.id ?? '', item]))
  const pathOf = (item: XmlElement | undefined) => item && resolveAddress(item.attributes.href ?? '', opf)?.path
  const spine = ofName('itemref')
    .filter(({ attributes }) => attributes.linear !== 'no')
    .map(({ attributes }) => items.get(attributes.idref ?? ''))
  const documents = spine.filter(isDocument).flatMap((item) => pathOf(item) ?? [])
  if (documents.length === 0) throw new ManuscriptFault('The EPUB lists no chapter to read')
  const all = [...items.values()]
  return {
    title: ofName('title').find(({ text }) => text !== '')?.text,
    language: ofName('language').find(({ text }) => text !== '')?.text,
    documents: [...new Set(documents)],
    nav: pathOf(all.find(({ attributes }) => attributes.properties?.split(/\s+/).includes('nav'))),
    ncx: pathOf(
      items.get(ofName('spine')[0]?.attributes.toc ?? '') ??
        all.find(({ attributes }) => attributes['media-type'] === 'application/x-dtbncx+xml'),
    ),
  }
}

async function pathOfPackage(archive: Archive, turn: Pacer): Promise<string> {
  const path = 'META-INF/container.xml'
  if (!archive.has(path)) throw new ManuscriptFault('The file is no EPUB: it lacks META-INF/container.xml')
  const roots = await readElements({ path, bytes: await archive.read(path, { maxBytes: maxListBytes }), turn }, [
    'rootfile',
  ])
  const found = roots.map(({ attributes }) => resolveAddress(attributes['full-path'] ?? '', '')?.path)
  const root = found.find((one) => one)
  if (!root) throw new ManuscriptFault('The file is no EPUB: it names no package document')
  return root
}
