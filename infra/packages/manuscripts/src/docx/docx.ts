import { type Archive, maxListBytes, readArchive } from '../archive/archive.ts'
import { resolveAddress } from '../archive/paths.ts'
import { readElements } from '../archive/xml.ts'
import { createTally } from '../blocks/block-writer.ts'
import { sectionsByHeadings } from '../blocks/by-headings.ts'
import { sameWords } from '../blocks/clean.ts'
import { ManuscriptFault } from '../manuscript.ts'
import type { ManuscriptFile } from '../manuscript-file.ts'
import type { Pacer } from '../pacer.ts'
import type { Draft, ManuscriptReading } from '../reading.ts'
import { readDocument } from './document.ts'
import { readStyles } from './styles.ts'

/** A document of Word. Notes, comments, headers and the table of contents are left out. */
export async function readDocx(file: ManuscriptFile, { limits, turn }: ManuscriptReading): Promise<Draft> {
  const [first, second] = await file.read(0, 2)
  if (first === 0xd0 && second === 0xcf)
    throw new ManuscriptFault(
      'The Word document has a password, or is in the old .doc form: save it as .docx without one',
    )
  const archive = await readArchive(file, 'Word document', limits)
  const paths = await pathsOf(archive, turn)
  const source = async (path: string | undefined) =>
    path !== undefined && archive.has(path)
      ? { path, bytes: await archive.read(path, { maxBytes: maxListBytes }), turn }
      : undefined
  const properties = await source(paths.properties)
  const declared = properties ? await readElements(properties, ['title', 'language']) : []
  const declaredAs = (name: string) => declared.find((one) => one.name === name && one.text !== '')?.text
  const styles = await readStyles(await source(paths.document.replace(/[^/]*$/, 'styles.xml')))
  const main = { path: paths.document, bytes: await archive.read(paths.document), turn }
  const { title: styled, blocks } = await readDocument(main, styles, createTally(limits))
  const title = declaredAs('title') ?? styled
  const [opening] = blocks
  const isSaid = title !== undefined && opening !== undefined && 'text' in opening && sameWords(opening.text, title)
  const draft = sectionsByHeadings(isSaid ? blocks.slice(1) : blocks, title)
  return { ...draft, language: declaredAs('language') ?? styles.language }
}

async function pathsOf(archive: Archive, turn: Pacer): Promise<{ document: string; properties: string | undefined }> {
  const path = '_rels/.rels'
  if (!archive.has(path)) throw new ManuscriptFault('The file is no Word document: it lacks _rels/.rels')
  const relations = await readElements({ path, bytes: await archive.read(path, { maxBytes: maxListBytes }), turn }, [
    'Relationship',
  ])
  const targetOf = (type: string) => {
    const found = relations.find(({ attributes }) => attributes.Type?.endsWith(`/${type}`))
    return found && resolveAddress(found.attributes.Target ?? '', '')?.path
  }
  const document = targetOf('officeDocument')
  if (!document) throw new ManuscriptFault('The file is no Word document: it names no text')
  return { document, properties: targetOf('core-properties') ?? targetOf('metadata/core-properties') }
}
