import { type Archive, maxListBytes } from '../archive/archive.ts'
import { resolveAddress } from '../archive/paths.ts'
import { localName, readXml, type XmlSource } from '../archive/xml.ts'
import { clean, hasWords, oneLine } from '../blocks/clean.ts'
import type { Pacer } from '../pacer.ts'
import type { EpubPackage } from './package-document.ts'

/** A line of the table of contents; `depth` is 1 for the outermost. */
export type ContentsLine = { title: string; path: string; place: string; depth: number }

/** The table of contents in its order, from nav.xhtml, else from toc.ncx; empty where the book has none that can be read. */
export async function readContents(archive: Archive, book: EpubPackage, turn: Pacer): Promise<ContentsLine[]> {
  for (const [path, read] of [[book.nav, readNav] as const, [book.ncx, readNcx] as const]) {
    if (path === undefined || !archive.has(path)) continue
    const lines = await read({ path, bytes: await archive.read(path, { maxBytes: maxListBytes }), turn })
    if (lines.length > 0) return lines
  }
  return []
}

const line = (title: string, address: string, { path, depth }: { path: string; depth: number }): ContentsLine[] => {
  const to = resolveAddress(address, path)
  const shown = oneLine(clean(title))
  return to && hasWords(shown) ? [{ title: shown, ...to, depth }] : []
}

async function readNav(source: XmlSource): Promise<ContentsLine[]> {
  const lines: ContentsLine[] = []
  let navs = 0
  let isContents = false
  let depth = 0
  let link: { address: string; texts: string[] } | undefined
  await readXml(
    source,
    {
      open: (qualified, attributes) => {
        const name = localName(qualified)
        if (name === 'nav' && navs++ === 0) isContents = (attributes['epub:type'] ?? 'toc').split(/\s+/).includes('toc')
        if (!isContents) return
        if (name === 'ol') depth++
        if (name === 'a') link = { address: attributes.href ?? '', texts: [] }
      },
      text: (text) => link?.texts.push(text),
      close: (qualified) => {
        const name = localName(qualified)
        if (name === 'nav' && --navs === 0) isContents = false
        if (name === 'ol' && isContents) depth--
        if (name !== 'a' || !link) return
        lines.push(...line(link.texts.join(''), link.address, { path: source.path, depth }))
        link = undefined
      },
    },
    { isLenient: true },
  )
  return lines
}

async function readNcx(source: XmlSource): Promise<ContentsLine[]> {
  const lines: ContentsLine[] = []
  let depth = 0
  let label: string[] = []
  let isText = false
  await readXml(
    source,
    {
      open: (qualified, attributes) => {
        const name = localName(qualified)
        if (name === 'navPoint') {
          depth++
          label = []
        } else if (name === 'text' && depth > 0) isText = true
        else if (name === 'content' && depth > 0)
          lines.push(...line(label.join(''), attributes.src ?? '', { path: source.path, depth }))
      },
      text: (text) => {
        if (isText) label.push(text)
      },
      close: (qualified) => {
        const name = localName(qualified)
        if (name === 'text') isText = false
        else if (name === 'navPoint') depth--
      },
    },
    { isLenient: true },
  )
  return lines
}
