import { type Attributes, localName, readXml, type XmlSource } from '../archive/xml.ts'
import type { Block } from '../blocks/block.ts'
import { BlockWriter, type Tally } from '../blocks/block-writer.ts'

const words = (names: string) => new Set(names.split(' '))
/** Programs, what stands for a picture or a sound, and the reading aids of ruby, which would be spoken twice. */
const silent = words(
  'head script style nav template svg audio video iframe object canvas noscript rt rp select textarea button',
)
const blocks = words(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main ol p pre section summary table tbody tfoot thead ul',
)
/** Links from which on a page of nothing else is a table of contents. */
const minContents = 3
/** Values of `epub:type` and `role` for signs that only the eye needs, and for notes, which stand outside of the text. */
const silentTypes = /(?:^|\s)(?:doc-)?(?:noteref|pagebreak|footnote|rearnote|backlink)(?:\s|$)/

/**
 * The blocks of a chapter in XHTML. A page of contents, whose paragraphs are links to other chapters, has none.
 * @param anchors the ids in it that are reported, each once
 */
export async function readXhtml(source: XmlSource, anchors: ReadonlySet<string>, tally: Tally): Promise<Block[]> {
  const writer = new BlockWriter(tally)
  const waited = new Set(anchors)
  const depthOf = { all: 0, silent: 0, links: 0, raised: 0, preformatted: 0 }

  let heading: number | undefined
  const characters = { linked: 0, others: 0 }
  let linksElsewhere = 0

  const open = (name: string, attributes: Attributes) => {
    if (blocks.has(name)) writer.endBlock(heading)
    heading = levelOf(name) ?? heading
    const id = attributes.id ?? (name === 'a' ? attributes.name : undefined)
    if (id !== undefined && waited.delete(id)) writer.anchor(id)
    if (name === 'tr') writer.openRow()
    else if (name === 'td' || name === 'th') writer.openCell()
    else if (name === 'br') writer.lineBreak()
    else if (name === 'a') {
      depthOf.links++
      if (/^[^#]/.test(attributes.href ?? '')) linksElsewhere++
    } else if (name === 'sup') depthOf.raised++
    else if (name === 'pre') depthOf.preformatted++
  }
  const close = (name: string) => {
    if (name === 'tr') writer.closeRow()
    else if (blocks.has(name)) writer.endBlock(heading)
    else if (name === 'a') depthOf.links--
    else if (name === 'sup') depthOf.raised--
    if (name === 'pre') depthOf.preformatted--
    if (levelOf(name) !== undefined) heading = undefined
  }

  await readXml(
    source,
    {
      open: (qualified, attributes) => {
        const name = localNameOf(qualified)
        depthOf.all++
        if (depthOf.silent > 0) return
        if (isSilent(name, attributes)) depthOf.silent = depthOf.all
        else open(name, attributes)
      },
      text: (text) => {
        if (depthOf.silent > 0 || (depthOf.links > 0 && depthOf.raised > 0 && isMarker(text))) return
        if (heading === undefined) characters[depthOf.links > 0 ? 'linked' : 'others'] += text.trim().length
        if (depthOf.preformatted === 0) return writer.text(text)
        for (const [index, line] of text.split('\n').entries()) {
          if (index > 0) writer.lineBreak()
          writer.text(line)
        }
      },
      close: (qualified) => {
        if (depthOf.silent === 0) close(localNameOf(qualified))
        else if (depthOf.silent === depthOf.all) depthOf.silent = 0
        depthOf.all--
      },
    },
    { isLenient: true },
  )
  const isContents = linksElsewhere >= minContents && characters.others < characters.linked / 10
  return isContents ? [] : writer.done()
}

const localNameOf = (name: string) => localName(name).toLowerCase()
const levelOf = (name: string) => (/^h[1-6]$/.test(name) ? Number(name[1]) : undefined)

const isSilent = (name: string, attributes: Attributes) =>
  silent.has(name) ||
  attributes.hidden !== undefined ||
  silentTypes.test(attributes['epub:type'] ?? '') ||
  silentTypes.test(attributes.role ?? '')

/** The sign of a footnote in EPUB 2, which has no type for it: a raised link of a figure, a letter or a star. */
const isMarker = (text: string) => /^[\s[(]*(?:\d{1,4}|[a-z]|[*†‡§]{1,3})?[\s\])]*$/i.test(text)
