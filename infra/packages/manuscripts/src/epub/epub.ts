import { readArchive } from '../archive/archive.ts'
import type { Block } from '../blocks/block.ts'
import { createTally } from '../blocks/block-writer.ts'
import { sameWords } from '../blocks/clean.ts'
import type { ManuscriptFile } from '../manuscript-file.ts'
import type { Draft, DraftSection, ManuscriptReading } from '../reading.ts'
import { type ContentsLine, readContents } from './contents.ts'
import { readPackage } from './package-document.ts'
import { refuseProtected } from './protection.ts'
import { readXhtml } from './xhtml.ts'

/** A book in EPUB 2 or 3. Nothing is fetched, and pictures, styles and fonts are not unpacked. */
export async function readEpub(file: ManuscriptFile, { limits, turn }: ManuscriptReading): Promise<Draft> {
  const archive = await readArchive(file, 'EPUB', limits)
  const book = await readPackage(archive, turn)
  await refuseProtected(archive, book.documents, turn)
  const contents = await readContents(archive, book, turn)
  const lines = Map.groupBy(contents, ({ path }) => path)
  const parting = partingDepth(contents)
  const tally = createTally(limits)
  const sections: DraftSection[] = []
  for (const path of book.documents) {
    const ofDocument = lines.get(path) ?? []
    const anchors = new Set(ofDocument.map(({ place }) => place))
    const blocks = await readXhtml({ path, bytes: await archive.read(path), turn }, anchors, tally)
    for (const found of foundIn(blocks, ofDocument, parting)) {
      const section = sectionOf(found, contents.length > 0)
      const before = sections.at(-1)
      if (section.title === '' && contents.length > 0 && before)
        for (const paragraph of section.paragraphs) before.paragraphs.push(paragraph)
      else sections.push({ ...section, title: section.title || `Chapter ${sections.length + 1}` })
    }
  }
  return { title: book.title, language: book.language, sections }
}

/** The outermost depth of the contents with more than one line: its lines part a document, deeper ones are sections in a chapter. */
function partingDepth(contents: ContentsLine[]): number {
  const counts = new Map<number, number>()
  for (const { depth } of contents) counts.set(depth, (counts.get(depth) ?? 0) + 1)
  return Math.min(...[...counts].filter(([, count]) => count > 1).map(([depth]) => depth), Number.MAX_SAFE_INTEGER)
}

type Text = { text: string; level?: number }
type Found = { title: string; blocks: Text[] }

/** The chapters in one document; one where no place in it is named by the contents. Without text there is none. */
function foundIn(blocks: Block[], lines: ContentsLine[], parting: number): Found[] {
  const byPlace = new Map(lines.toReversed().map((line) => [line.place, line]))
  const found: Found[] = [{ title: byPlace.get('')?.title ?? '', blocks: [] }]
  for (const block of blocks) {
    const current = found.at(-1)
    if (!current) break
    if ('text' in block) {
      current.blocks.push(block)
      continue
    }
    const line = byPlace.get(block.anchor)
    if (!line) continue
    if (current.blocks.length === 0) current.title ||= line.title
    else if (line.depth <= parting) found.push({ title: line.title, blocks: [] })
  }
  return found.filter(({ blocks: some }) => some.length > 0)
}

const isHeading = ({ level }: Text) => level !== undefined
const textsOf = (blocks: Text[]) => blocks.map(({ text }) => text)

/**
 * Headings that say the title again are no paragraphs. Without a title of the contents the first heading is it; where there are
 * contents, a document that neither they name nor a heading begins goes on with the chapter before, and its title is empty.
 */
function sectionOf({ title, blocks }: Found, hasContents: boolean): DraftSection {
  if (title === '') {
    const first = blocks.findIndex(isHeading)
    const at = hasContents && first > 0 ? -1 : first
    return { title: blocks[at]?.text ?? '', paragraphs: textsOf(blocks.filter((_, index) => index !== at)) }
  }
  const end = blocks.findIndex((block) => !isHeading(block))
  const headings = textsOf(end < 0 ? blocks : blocks.slice(0, end))
  const count = headings.findIndex((_, index) => sameWords(headings.slice(0, index + 1).join(' '), title)) + 1
  return { title, paragraphs: textsOf(blocks.slice(count)) }
}
