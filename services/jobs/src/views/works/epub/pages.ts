import { noXml, type Xml, xml, xmlDocument } from '@utter/text/xml'
import {
  type Book,
  type BookChapter,
  chapterName,
  type PageParagraph,
  paragraphId,
  sectionId,
  sentenceId,
} from './book.ts'
import { clipsOf, clockValue } from './clips.ts'

/** Class of what is being heard. */
export const activeClass = 'is-read'

export const styleSheet = `body { font-family: serif; line-height: 1.5; margin: 5%; }
p { margin: 0 0 0.8em; }
.${activeClass} { background-color: #fff3b0; color: #1a1a1a; }
`

/** Its sentences are joined without a blank: each has its own. */
function paragraphOfPage({ text, sentences }: PageParagraph, id: string): Xml {
  if (!sentences) return xml`<p id="${id}">${text}</p>`
  const spans = sentences.map((one, index) => xml`<span id="${sentenceId(id, index)}">${one.text}</span>`.xml)
  return xml`<p id="${id}">${{ xml: spans.join('') }}</p>`
}

/** A chapter as XHTML. */
export function pageOf({ title, sections }: BookChapter, { language }: Pick<Book, 'language'>): string {
  const paragraphs = sections.map(
    (section, at) =>
      xml`<div id="${sectionId(at)}">
${section.map((paragraph, index) => paragraphOfPage(paragraph, paragraphId(at, index)))}
</div>`,
  )
  return xmlDocument(xml`<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}">
<head>
<title>${title}</title>
<link rel="stylesheet" type="text/css" href="style.css"/>
</head>
<body>
<section epub:type="chapter" role="doc-chapter" aria-label="${title}">
<h1>${title}</h1>
${paragraphs}
</section>
</body>
</html>`)
}

/** The media overlay of a chapter: a sentence or a paragraph of its page for each part of its mp3. */
export function overlayOf(chapter: BookChapter, index: number): string {
  const name = chapterName(index)
  const parts = clipsOf(chapter).map(
    ({ target, beginMs, endMs }, at) => xml`<par id="clip-${at + 1}">
<text src="${name}.xhtml#${target}"/>
<audio src="${name}.mp3" clipBegin="${clockValue(beginMs)}" clipEnd="${clockValue(endMs)}"/>
</par>`,
  )
  return xmlDocument(xml`<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0">
<body>
<seq id="chapter" epub:textref="${name}.xhtml" epub:type="chapter">
${parts}
</seq>
</body>
</smil>`)
}

/** The table of contents. */
export const contentsOf = ({ title, language, chapters }: Book): string =>
  xmlDocument(xml`<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}">
<head>
<title>${title}</title>
<link rel="stylesheet" type="text/css" href="style.css"/>
</head>
<body>
<nav epub:type="toc" id="toc" role="doc-toc" aria-label="${title}">
<h1>${title}</h1>
<ol>
${chapters.map((chapter, index) => xml`<li><a href="${chapterName(index)}.xhtml">${chapter.title}</a></li>`)}
</ol>
</nav>
</body>
</html>`)

/** The package document: title, language and accessibility of the book, and its files in their order. */
export function packageOf(book: Book): string {
  const { id, title, language, voiceId, modifiedAt, chapters } = book
  const spoken = chapters.flatMap(({ sound }, index) => (sound ? [{ sound, index }] : []))
  const totalMs = spoken.reduce((sum, { sound }) => sum + sound.durationMs, 0)
  const isSpoken = spoken.length > 0
  const ofSound = xml`
<meta property="media:duration">${clockValue(totalMs)}</meta>
${spoken.map(({ sound, index }) => xml`<meta property="media:duration" refines="#overlay-${index + 1}">${clockValue(sound.durationMs)}</meta>`)}
<meta property="media:active-class">${activeClass}</meta>
<meta property="media:narrator">Synthetic voice ${voiceId}, by Utter</meta>
<meta property="schema:accessMode">auditory</meta>
<meta property="schema:accessModeSufficient">textual,auditory</meta>
<meta property="schema:accessibilityFeature">synchronizedAudioText</meta>`
  const items = chapters.map(({ sound }, index) => {
    const [number, name] = [index + 1, chapterName(index)]
    const overlay = sound ? xml` media-overlay="overlay-${number}"` : noXml
    const files = xml`
<item id="overlay-${number}" href="${name}.smil" media-type="application/smil+xml"/>
<item id="sound-${number}" href="${name}.mp3" media-type="audio/mpeg"/>`
    return xml`<item id="page-${number}" href="${name}.xhtml" media-type="application/xhtml+xml"${overlay}/>${sound ? files : noXml}`
  })
  const summary = isSpoken
    ? 'All of the text is spoken by a synthetic voice, and each sentence is highlighted while it is heard.'
    : 'Text alone, with a table of contents.'
  return xmlDocument(xml`<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${id}</dc:identifier>
<dc:title>${title}</dc:title>
<dc:language>${language}</dc:language>
<meta property="dcterms:modified">${`${modifiedAt.toISOString().slice(0, 19)}Z`}</meta>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityFeature">structuralNavigation</meta>
<meta property="schema:accessibilityFeature">readingOrder</meta>
<meta property="schema:accessibilityHazard">none</meta>
<meta property="schema:accessibilitySummary">${summary}</meta>${isSpoken ? ofSound : noXml}
</metadata>
<manifest>
<item id="contents" href="contents.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
${items}
</manifest>
<spine>
${chapters.map((_, index) => xml`<itemref idref="page-${index + 1}"/>`)}
</spine>
</package>`)
}

/** Where a reading system finds the package. */
export const container =
  xmlDocument(xml`<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
<rootfiles>
<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
</rootfiles>
</container>`)
