import { type Attributes, readXml, type XmlSource } from '../archive/xml.ts'
import type { Block } from '../blocks/block.ts'
import { BlockWriter, type Tally } from '../blocks/block-writer.ts'
import { outlineLevel, type StyleRole, type Styles } from './styles.ts'

/**
 * Text that was deleted or moved away under tracked changes, and the second form of a drawing, which repeats the first. Numbers of
 * notes, codes of fields and deleted text are in elements of their own, which are not read.
 */
const silent = new Set(['w:del', 'w:moveFrom', 'mc:Fallback', 'w:rt'])

type Paragraph = { role: StyleRole; isJoined: boolean }

export type DocumentText = { title: string | undefined; blocks: Block[] }

/** The paragraphs of a Word document, with the first one that has the style Title. */
export async function readDocument(source: XmlSource, styles: Styles, tally: Tally): Promise<DocumentText> {
  const writer = new BlockWriter(tally)
  const paragraphs: Paragraph[] = []
  let title: string | undefined
  let depth = 0
  let silentFrom = 0
  let isHiddenRun = false
  let isText = false
  let properties = 0

  const openInParagraph = (name: string, attributes: Attributes, paragraph: Paragraph) => {
    const value = attributes['w:val'] ?? ''
    if (name === 'w:pStyle') paragraph.role = styles.roleOf(value)
    else if (name === 'w:outlineLvl') {
      const level = outlineLevel(value)
      if (level !== undefined) paragraph.role = { level }
    } else if (name === 'w:t') isText = !isHiddenRun
    else if (name === 'w:tab' && properties === 0) writer.text(' ')
    else if (name === 'w:br' || name === 'w:cr') writer.lineBreak()
    else if (name === 'w:noBreakHyphen') writer.text('-')
    else if (name === 'w:r') isHiddenRun = false
    else if (name === 'w:vanish' && properties === 0) isHiddenRun = !/^(?:0|false|off)$/.test(value)
  }
  const closeParagraph = ({ role, isJoined }: Paragraph) => {
    if (isJoined) return
    if (role === 'contents') return writer.dropBlock()
    const before = writer.blocks.length
    writer.endBlock(typeof role === 'object' ? role.level : undefined)
    const block = writer.blocks[before]
    if (role === 'title' && block && 'text' in block) title ??= block.text
  }

  await readXml(source, {
    open: (name, attributes) => {
      depth++
      if (silentFrom > 0) return
      const paragraph = paragraphs.at(-1)
      if (properties > 0 && paragraph && (name === 'w:del' || name === 'w:moveFrom')) paragraph.isJoined = true
      else if (silent.has(name)) silentFrom = depth
      else if (name === 'w:p') {
        if (paragraph && !paragraph.isJoined) writer.endBlock()
        paragraphs.push({ role: undefined, isJoined: false })
      } else if (name === 'w:pPr') properties++
      else if (name === 'w:tr') writer.openRow()
      else if (name === 'w:tc') writer.openCell()
      else if (paragraph) openInParagraph(name, attributes, paragraph)
    },
    text: (text) => {
      if (isText && silentFrom === 0) writer.text(text)
    },
    close: (name) => {
      if (silentFrom === depth) silentFrom = 0
      else if (silentFrom === 0) {
        if (name === 'w:t') isText = false
        else if (name === 'w:pPr') properties--
        else if (name === 'w:tr') writer.closeRow()
        else if (name === 'w:p') {
          const paragraph = paragraphs.pop()
          if (paragraph) closeParagraph(paragraph)
        }
      }
      depth--
    },
  })
  return { title, blocks: writer.done() }
}
